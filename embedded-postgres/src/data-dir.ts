import { mkdir, mkdtemp, realpath, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError, explain, systemErrorCode } from './errors.ts';

/** Makes the folder where it is missing, and says at once when nothing can be kept in it. Gives its real path. */
export async function makeDataDir(wanted: string): Promise<string> {
  const folder = resolve(wanted);
  try {
    await makeFolders(folder);
    // Only trying shows: root is stopped by no permission, and file systems such as /proc take nothing from anybody.
    await rmdir(await mkdtemp(join(folder, 'postgres.probe-')));
    return await realpath(folder);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw explain(error, folder);
    throw new EmbeddedPostgresError(`Nothing can be kept in the data folder ${folder}. Set DATA_DIR to another one.`, {
      cause: error,
    });
  }
}

/** The recursion of mkdir never ends where a folder exists in which nothing can be made, as in /proc. */
async function makeFolders(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  await makeFolders(dirname(folder));
  try {
    await mkdir(folder);
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST' || !(await isFolder(folder))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    return false;
  }
}
