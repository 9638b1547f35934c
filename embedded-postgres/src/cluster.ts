import { execFile } from 'node:child_process';
import { chmodSync, lchownSync, lstatSync } from 'node:fs';
import { chown, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PostgresBinaries } from './binaries.ts';
import { EmbeddedPostgresError, systemErrorCode, takeBackCommand } from './errors.ts';
import { lastWords } from './log.ts';
import type { UnixUser } from './reachable.ts';
import type { ServerUser } from './run-as.ts';

export const superuser = 'lisura';
const unfinishedPrefix = 'postgres.unfinished-';
/** These folders exist only while something is made; a killed process leaves them behind. */
const leftover = /^postgres\.(unfinished|probe)-/;

/** Nothing is touched here: a folder that another PostgreSQL made, or that is no cluster at all, stays as it is. */
export async function clusterExists(cluster: string, major: string): Promise<boolean> {
  const uid = await stat(cluster).then((found) => found.uid, orUndefinedIfMissing);
  if (uid === undefined) return false;
  const ownUid = process.getuid?.();
  if (ownUid !== 0 && ownUid !== uid) {
    throw new EmbeddedPostgresError(
      `${cluster} belongs to another user (uid ${uid}), as a start with sudo leaves it. ` +
        `To have it back: ${takeBackCommand(dirname(cluster))}. Or set DATA_DIR to another folder.`,
    );
  }
  const made = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(orUndefinedIfMissing);
  if (made === undefined) {
    const entries = await readdir(cluster);
    if (entries.length === 0) return false;
    throw new EmbeddedPostgresError(`${cluster} holds files but no database. Move it away, or set DATA_DIR elsewhere.`);
  }
  if (made.trim() !== major) {
    throw new EmbeddedPostgresError(
      `${cluster} was made by PostgreSQL ${made.trim()} and this is PostgreSQL ${major}. ` +
        'Set DATA_DIR to another folder, or DATABASE_URL to a server of that version.',
    );
  }
  return true;
}

/**
 * Made beside its place and renamed when complete, so that a cluster in its place is always a whole one, whenever the
 * process or the machine was stopped. `onRunning` is called when the work has begun in a process of its own.
 */
export async function createCluster(
  binaries: PostgresBinaries,
  user: ServerUser,
  dataDir: string,
  cluster: string,
  durable: boolean,
  onRunning: () => void,
): Promise<void> {
  const unfinished = await mkdtemp(join(dataDir, unfinishedPrefix));
  try {
    if (user.owner !== undefined) await chown(unfinished, user.owner.uid, user.owner.gid);
    const created = runInitdb(binaries, user, unfinished, durable);
    onRunning();
    await created;
    await rename(unfinished, cluster);
    if (durable) await syncFolder(dataDir);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/**
 * The rules of connection are written at each start, so that older clusters and those that changed hands follow. The
 * only address is the socket, whose folder only the server's user may enter. Where the server runs as ourselves, the
 * folder is the lock. The account `nobody` is shared, so there the system must vouch for root.
 */
export async function writeAccessRules(cluster: string, { owner }: ServerUser): Promise<void> {
  const isShared = owner !== undefined && owner.uid !== process.getuid?.();
  const rules = {
    'pg_hba.conf': isShared ? 'local all all peer map=lisura\n' : 'local all all trust\n',
    'pg_ident.conf': isShared ? 'lisura root all\n' : '',
  };
  for (const [name, wanted] of Object.entries(rules)) {
    const path = join(cluster, name);
    // Written in place, which keeps the file its owner's.
    if ((await readFile(path, 'utf8')) !== wanted) await writeFile(path, wanted, { flush: true });
  }
}

/** Removes what a killed process left half made; its initdb may still be writing for a moment. */
export async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!leftover.test(name)) continue;
    // Never trusted, only in the way: if it cannot go now, the next start removes it.
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }).catch(
      () => undefined,
    );
  }
}

function runInitdb(binaries: PostgresBinaries, user: ServerUser, folder: string, durable: boolean): Promise<void> {
  const { program, args, credentials } = user.command(binaries.initdb, [
    `--pgdata=${folder}`,
    `--username=${superuser}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--auth=trust',
    '--no-instructions',
    // Waiting for the disk costs less than can be measured here, so only those who want no durability go without.
    ...(durable ? [] : ['--no-sync']),
  ]);
  return new Promise((resolve, reject) => {
    execFile(program, args, { ...credentials, cwd: '/', env: serverEnvironment() }, (error, stdout, stderr) => {
      if (error === null) return resolve();
      const reason = lastWords(stderr || stdout) || error.message;
      reject(new EmbeddedPostgresError(`The database cluster could not be created: ${reason}`, { cause: error }));
    });
  });
}

/** Our own environment holds secrets, and PG… variables would change the programs, so they get only what they need. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  return { LC_ALL: 'C', TZ: 'UTC', ...(PATH && { PATH }), ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }) };
}

/**
 * PostgreSQL insists on owning its files. Their owner differs after a move to where another strategy applies, or in
 * parts after a copy. The topmost entries show it without a walk through all of them; these are changed last, so that
 * an interrupted change is taken up again.
 */
export async function giveCluster(cluster: string, { owner }: ServerUser): Promise<void> {
  if (owner === undefined) return;
  const topmost = [cluster, ...(await readdir(cluster)).map((name) => join(cluster, name))];
  if (topmost.every((path) => belongsTo(path, owner))) return;
  const deepestLast = await readdir(cluster, { recursive: true });
  for (const path of deepestLast.reverse()) lchownSync(join(cluster, path), owner.uid, owner.gid);
  lchownSync(cluster, owner.uid, owner.gid);
}

function belongsTo(path: string, owner: UnixUser): boolean {
  const { uid, gid } = lstatSync(path);
  return uid === owner.uid && gid === owner.gid;
}

/** Copying a tree may have opened the cluster's folder to others, which PostgreSQL refuses. */
export function closeClusterToOthers(cluster: string): void {
  if ((lstatSync(cluster).mode & 0o077) !== 0) chmodSync(cluster, 0o700);
}

function orUndefinedIfMissing(error: unknown): undefined {
  if (systemErrorCode(error) !== 'ENOENT') throw error;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
