import { execFile } from 'node:child_process';
import { chown, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import type { PostgresBinaries } from './binaries.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { firstClosed, firstClosedInside, type UnixUser } from './reachable.ts';

/** PostgreSQL refuses to run as root; these are the ways to start it nevertheless, the plainest first. */
export type RootStrategy = 'nobody' | 'namespace' | 'capability';

export interface ServerUser {
  strategy: 'self' | RootStrategy;
  /** This user must own the cluster, seen from here; undefined where it is this process's own user. */
  owner: UnixUser | undefined;
  /** The program replaces the prefix that runs it as this user, so the process id stays its own. */
  command(program: string, args: string[]): Command;
}

interface Command {
  program: string;
  args: string[];
  credentials: Partial<UnixUser>;
}

const nobody: UnixUser = { uid: 65534, gid: 65534 };
const root: UnixUser = { uid: 0, gid: 0 };

const self: ServerUser = {
  strategy: 'self',
  owner: undefined,
  command: (program, args) => ({ program, args, credentials: {} }),
};

const serverUsers: Record<RootStrategy, ServerUser> = {
  nobody: {
    strategy: 'nobody',
    owner: nobody,
    command: (program, args) => ({ program, args, credentials: nobody }),
  },
  // Root has another name and no powers here: it still owns root's files, so it may enter root's home. The name is
  // `nobody`, because initdb wants one that the system knows.
  namespace: {
    strategy: 'namespace',
    owner: root,
    command: prefixed('unshare', ['--user', '--map-user=65534', '--map-group=65534', '--']),
  },
  // Nobody with the one power to pass closed folders.
  capability: {
    strategy: 'capability',
    owner: nobody,
    command: prefixed('setpriv', [
      '--reuid=65534',
      '--regid=65534',
      '--clear-groups',
      '--inh-caps=+dac_override',
      '--ambient-caps=+dac_override',
      '--',
    ]),
  },
};

/** A user that the system has no name for, as in containers, borrows the name of `nobody` for initdb. */
const nameless: ServerUser = { ...serverUsers.namespace, owner: undefined };

function prefixed(tool: string, options: string[]): ServerUser['command'] {
  return (program, args) => ({ program: tool, args: [...options, program, ...args], credentials: {} });
}

/** Chooses how the server is run: as ourselves, or as root by the first strategy that reaches binaries and data. */
export async function chooseServerUser(
  binaries: PostgresBinaries,
  dataDir: string,
  only?: RootStrategy,
): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return hasName() || !(await toolWorks(nameless)) ? self : nameless;
  let closed: string | undefined;
  for (const strategy of only ? [only] : (['nobody', 'namespace', 'capability'] as const)) {
    const user = serverUsers[strategy];
    const obstacle = strategy === 'capability' ? undefined : await findObstacle(user.owner ?? root, binaries, dataDir);
    closed ??= obstacle;
    if (obstacle === undefined && (await works(user, dataDir))) return user;
  }
  throw new EmbeddedPostgresError(refusal(closed, binaries));
}

async function findObstacle(user: UnixUser, binaries: PostgresBinaries, dataDir: string): Promise<string | undefined> {
  const needed = [binaries.postgres, join(binaries.nativeFolder, 'lib'), join(binaries.nativeFolder, 'share')];
  for (const path of needed) {
    const closed = await firstClosed(user, path);
    if (closed !== undefined) return closed;
  }
  return firstClosedInside(user, dataDir);
}

/** Tools may be missing, containers forbid some or all of this, and some file systems ignore owners: only trying shows. */
async function works(user: ServerUser, dataDir: string): Promise<boolean> {
  if (!(await canGive(user.owner ?? root, dataDir))) return false;
  return user.strategy === 'nobody' || toolWorks(user);
}

function toolWorks(user: ServerUser): Promise<boolean> {
  const { program, args } = user.command('true', []);
  return new Promise((resolve) => {
    execFile(program, args, { cwd: '/', timeout: 5_000 }, (error) => resolve(error === null));
  });
}

/** Tells whether the system knows this process's user by name. */
function hasName(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}

async function canGive(owner: UnixUser, dataDir: string): Promise<boolean> {
  const probe = await mkdtemp(join(dataDir, 'postgres.probe-'));
  try {
    await chown(probe, owner.uid, owner.gid);
    const { uid, gid } = await stat(probe);
    return uid === owner.uid && gid === owner.gid;
  } catch {
    return false;
  } finally {
    await rmdir(probe);
  }
}

function refusal(closed: string | undefined, binaries: PostgresBinaries): string {
  const otherwise = 'set DATABASE_URL, or run as an ordinary user';
  if (closed === undefined)
    return `PostgreSQL does not run as root, and root may not change its user here; ${otherwise}.`;
  const problem = `PostgreSQL does not run as root, and its own user cannot enter ${closed}`;
  return `${dirname(binaries.postgres)}/`.startsWith(`${closed}/`)
    ? `${problem}; open that folder to others (chmod o+x), ${otherwise}.`
    : `${problem}; set DATA_DIR to a folder that others may enter, ${otherwise}.`;
}
