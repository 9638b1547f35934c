import type { Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface UnixUser {
  uid: number;
  gid: number;
}

const search = 0o1;
const readAndSearch = 0o5;

/**
 * The first folder or file on the way to `path` that `user`, without any capability, may not pass; undefined when it
 * gets through. Decided from the permission bits, because root itself is stopped by none of them.
 */
export async function firstClosed(user: UnixUser, path: string): Promise<string | undefined> {
  const real = await realpath(path);
  for (const folder of parentsOf(real)) {
    if (!allows(await stat(folder), user, search)) return folder;
  }
  return allows(await stat(real), user, readAndSearch) ? undefined : real;
}

/** Only the way to a path counts when the target will be given to the user anyway. */
export async function firstClosedInside(user: UnixUser, folder: string): Promise<string | undefined> {
  const real = await realpath(folder);
  for (const entered of [...parentsOf(real), real]) {
    if (!allows(await stat(entered), user, search)) return entered;
  }
  return undefined;
}

function parentsOf(path: string): string[] {
  const parents: string[] = [];
  for (let folder = dirname(path), below = path; folder !== below; below = folder, folder = dirname(folder)) {
    parents.unshift(folder);
  }
  return parents;
}

function allows({ mode, uid, gid }: Stats, user: UnixUser, wanted: number): boolean {
  const granted = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode;
  return (granted & wanted) === wanted;
}
