import { readFile, rename, writeFile } from 'node:fs/promises';
import type { TreeState } from './log.types.ts';

/**
 * The last head that this machine has seen signed, kept outside the database: a database that was restored from a backup
 * cannot agree with it.
 */
export interface HeadFile {
  /** Null where there is none yet; throws where there is one that cannot be read. */
  read(): Promise<TreeState | null>;
  write(tree: TreeState): Promise<void>;
}

export const openHeadFile = (file: string): HeadFile => ({
  read: async () => {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    return text === null ? null : treeFrom(text, file);
  },
  write: async ({ size, root }) => {
    // Beside it and then in its place: a crash leaves the one before.
    await writeFile(`${file}.new`, `${JSON.stringify({ size: String(size), root: root.toString('hex') })}\n`);
    await rename(`${file}.new`, file);
  },
});

function treeFrom(text: string, file: string): TreeState {
  const [, size, root] = /^\{"size":"(\d{1,18})","root":"([0-9a-f]{64})"\}\n$/.exec(text) ?? [];
  if (size === undefined || root === undefined)
    throw new Error(`${file} was edited: it holds no head of the public log`);
  return { size: BigInt(size), root: Buffer.from(root, 'hex') };
}
