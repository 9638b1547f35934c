import { createHash } from 'node:crypto';
import { realpath, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgresError, systemErrorCode } from './errors.ts';

export interface FolderLock {
  release(): void;
}

interface LockOwner {
  pid: number;
  note: string;
}

interface LockOptions {
  platform?: NodeJS.Platform;
  /** The limit is long, because a busy owner should still say who it is; a stopped one never does. */
  answerTimeoutMs?: number;
}

const attempts = 20;

/**
 * One process may use a data folder. The lock is a listening socket, so it ends with the process, no process id has to
 * be guessed, and the owner can say who it is.
 */
export async function lockFolder(
  dataDir: string,
  note: string,
  { platform = process.platform, answerTimeoutMs = 30_000 }: LockOptions = {},
): Promise<FolderLock> {
  const address = await lockAddress(dataDir, platform);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const server = await listen(address, note);
    if (server !== undefined) return { release: () => void server.close() };
    const owner = await askOwner(address, answerTimeoutMs);
    if (owner !== 'gone') throw new EmbeddedPostgresError(refusal(dataDir, owner));
    // A killed owner leaves the file of its socket; an abstract socket leaves nothing and is simply free by now.
    if (!address.startsWith('\0')) await unlink(address).catch(() => undefined);
  }
  throw new EmbeddedPostgresError(refusal(dataDir, undefined));
}

/** Abstract sockets of Linux have no file that could go stale or be removed; other systems need one. */
async function lockAddress(dataDir: string, platform: NodeJS.Platform): Promise<string> {
  const folderHash = createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex');
  // Shortened in the file's name, as a socket's path may have only some 100 bytes.
  return platform === 'linux' ? `\0lisura-${folderHash}` : join(tmpdir(), `lisura-${folderHash.slice(0, 32)}.lock`);
}

function listen(address: string, note: string): Promise<Server | undefined> {
  const owner: LockOwner = { pid: process.pid, note };
  const server = createServer((socket) => {
    socket.unref();
    socket.on('error', () => socket.destroy());
    socket.end(`${JSON.stringify(owner)}\n`);
  });
  server.unref();
  return new Promise((resolve, reject) => {
    server.once('error', (error) => (systemErrorCode(error) === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen({ path: address, exclusive: true }, () => resolve(server));
  });
}

/** Returns the owner's answer; undefined where it does not answer, 'gone' where nobody listens any more. */
function askOwner(address: string, answerTimeoutMs: number): Promise<LockOwner | undefined | 'gone'> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ path: address });
    socket.setEncoding('utf8');
    socket.setTimeout(answerTimeoutMs, () => socket.destroy());
    socket.on('data', (text) => {
      answer += text;
    });
    socket.on('error', (error) =>
      resolve(['ECONNREFUSED', 'ENOENT'].includes(systemErrorCode(error) ?? '') ? 'gone' : undefined),
    );
    socket.on('close', () => resolve(parseOwner(answer)));
  });
}

function parseOwner(answer: string): LockOwner | undefined {
  try {
    return JSON.parse(answer);
  } catch {
    return undefined;
  }
}

function refusal(dataDir: string, owner: LockOwner | undefined): string {
  const details = owner === undefined ? '' : ` (process ${owner.pid}${owner.note === '' ? '' : `, ${owner.note}`})`;
  return `Another Lisura${details} is already using ${dataDir}. Stop it first, or set DATA_DIR to another folder.`;
}
