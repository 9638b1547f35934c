import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';
import { firstClosedInside } from './reachable.ts';
import type { ServerUser } from './run-as.ts';

export interface SocketFolder {
  path: string;
  /** Removes the folder when it is a temporary one. */
  remove(): Promise<void>;
}

/** The number only names the socket's file: there is no TCP port. */
export const socketPort = 5432;
/** Linux allows 107 bytes and macOS 103. */
const longestSocketPath = 100;
const temporaryPrefix = 'lisura-socket-';

export function socketFile(port: number): string {
  return `.s.PGSQL.${port}`;
}

/** The server's user may write the file that holds the path, so only folders made here are removed. */
export function isTemporarySocketFolder(path: string): boolean {
  return basename(path).startsWith(temporaryPrefix) && [tmpdir(), '/tmp'].includes(dirname(path));
}

/**
 * Only the server's user may enter the folder, which is beside the cluster, or temporary where that path is too long.
 */
export async function makeSocketFolder(dataDir: string, user: ServerUser): Promise<SocketFolder> {
  const beside = join(dataDir, 'postgres-socket');
  if (fits(beside)) {
    await mkdir(beside, { recursive: true, mode: 0o700 });
    await closeToOthers(beside, user);
    // Left by a killed server; PostgreSQL refuses them once its process id has passed on to another process.
    await rm(join(beside, socketFile(socketPort)), { force: true });
    await rm(join(beside, `${socketFile(socketPort)}.lock`), { force: true });
    return { path: beside, remove: async () => undefined };
  }
  const path = await mkdtemp(join(await temporaryFolder(user), temporaryPrefix));
  await closeToOthers(path, user);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

async function temporaryFolder(user: ServerUser): Promise<string> {
  for (const folder of new Set([tmpdir(), '/tmp'])) {
    if (!fits(join(folder, `${temporaryPrefix}XXXXXX`))) continue;
    if (user.owner === undefined || user.strategy === 'capability') return folder;
    if ((await firstClosedInside(user.owner, folder)) === undefined) return folder;
  }
  throw new EmbeddedPostgresError(
    'The path of the data folder is too long for a socket; set DATA_DIR to a shorter one.',
  );
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, socketFile(socketPort))) <= longestSocketPath;
}

async function closeToOthers(folder: string, user: ServerUser): Promise<void> {
  await chmod(folder, 0o700);
  if (user.owner !== undefined) await chown(folder, user.owner.uid, user.owner.gid);
}
