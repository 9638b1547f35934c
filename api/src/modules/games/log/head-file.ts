import { randomUUID } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import type { TreeState } from './log.records.ts';

/** This machine keeps the last signed head outside the database: a restored backup cannot agree with it. */
export interface HeadFile {
  /** Returns null without a file; throws if it cannot be read. */
  read(): Promise<TreeState | null>;
  write(tree: TreeState): Promise<void>;
}

/** The name is the first root, so a log that is restored into another database is still compared with its own head. */
export const headFileOf = (folder: string, firstRoot: Buffer): string =>
  path.join(folder, `log-head-${firstRoot.toString('hex').slice(0, 16)}.json`);

/** Earlier versions named the file after the database's address; `formerFile` is read if there is no other. */
export function openHeadFile(file: string, formerFile: string | null): HeadFile {
  const read = async () => (await readTree(file)) ?? (formerFile === null ? null : await readTree(formerFile));
  return {
    read,
    write: async (tree) => {
      const kept = await read().catch(() => null);
      if (kept?.size !== tree.size || !kept.root.equals(tree.root)) await replace(file, textOf(tree));
    },
  };
}

async function readTree(file: string): Promise<TreeState | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : treeFrom(text, file);
}

/** A crash leaves the old file. */
async function replace(file: string, text: string): Promise<void> {
  const beside = `${file}.${randomUUID()}`;
  const handle = await open(beside, 'wx');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(beside, file);
}

const textOf = ({ size, root }: TreeState) => `${JSON.stringify({ size: String(size), root: root.toString('hex') })}\n`;

function treeFrom(text: string, file: string): TreeState {
  const [, size, root] = /^\{"size":"(\d{1,18})","root":"([0-9a-f]{64})"\}\n$/.exec(text) ?? [];
  if (size === undefined || root === undefined)
    throw new Error(`${file} was edited: it holds no head of the public log`);
  return { size: BigInt(size), root: Buffer.from(root, 'hex') };
}
