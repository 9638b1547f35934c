import { constants } from 'node:fs';
import { access, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A file system in memory is often small in containers. */
const MEMORY = '/dev/shm';
const ROOM_BYTES = 2 * 1024 ** 3;

/**
 * Files of databases are in memory where these have room, and else in the temporary folder. A run makes hundreds of
 * databases of a thousand files each, which takes six times as long on a disk.
 */
export async function makeDataFolder(prefix: string): Promise<string> {
  return mkdtemp(path.join((await hasRoom(MEMORY)) ? MEMORY : tmpdir(), prefix));
}

export const isInMemory = (folder: string): boolean => folder.startsWith(MEMORY);

async function hasRoom(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}
