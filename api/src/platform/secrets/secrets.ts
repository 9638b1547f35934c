import { hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const KEY_BYTES = 32;

/** The present key of a deployment and its former ones, which still open their secrets. */
export interface SecretsKeys {
  readonly current: Buffer;
  readonly former: readonly Buffer[];
}

/** Returns the key of a development folder, made on the first start. */
export async function storedSecretsKey(dataDir: string): Promise<Buffer> {
  const file = keyFileOf(dataDir);
  await mkdir(dataDir, { recursive: true });
  await makeKeyFile(file);
  return readKeyFile(file);
}

/** Returns the same key for readers: null if none was ever made. */
export async function findStoredSecretsKey(dataDir: string): Promise<Buffer | null> {
  try {
    return await readKeyFile(keyFileOf(dataDir));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const keyFileOf = (dataDir: string) => path.join(dataDir, 'secrets.key');

async function readKeyFile(file: string): Promise<Buffer> {
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'hex');
  if (key.length !== KEY_BYTES) throw new Error(`${file} does not hold a key; remove it to have a new one made`);
  return key;
}

/** Two processes that start at once must end with the same, whole key: only one link to the name succeeds. */
async function makeKeyFile(file: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, randomBytes(KEY_BYTES).toString('hex'), { mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
}

/** Derives a key for one purpose, which reveals nothing of the others. */
export function deriveKey(secretsKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretsKey, Buffer.alloc(0), purpose, KEY_BYTES));
}
