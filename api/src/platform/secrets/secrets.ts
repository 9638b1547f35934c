import { hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const KEY_BYTES = 32;

/** Former keys still open their secrets. */
export interface SecretsKeys {
  readonly current: Buffer;
  readonly former: readonly Buffer[];
}

/** The first start makes it. */
export async function storedSecretsKey(dataDir: string): Promise<Buffer> {
  const file = keyFileOf(dataDir);
  await mkdir(dataDir, { recursive: true });
  await makeKeyFile(file);
  return readKeyFile(file);
}

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

/** Of two processes, only one can link its whole key to the name. */
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

/** A derived key reveals nothing of others. */
export function deriveKey(secretsKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretsKey, Buffer.alloc(0), purpose, KEY_BYTES));
}
