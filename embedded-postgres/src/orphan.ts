import { execFile } from 'node:child_process';
import { readFile, rm, stat, unlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError, systemErrorCode } from './errors.ts';
import { type PostmasterPid, postmasterPidPath, readPostmasterPid } from './postmaster-pid.ts';
import { isTemporarySocketFolder, socketFile } from './socket-folder.ts';

const pollMs = 10;

/**
 * With the folder's lock in hand, a server still running on the cluster belongs to a process that was killed: it is
 * stopped, and what it left behind is cleared away.
 */
export async function clearOrphan(cluster: string, onProgress: (sentence: string) => void): Promise<void> {
  const found = await readPostmasterPid(cluster);
  if (found === undefined) {
    await removeIfEmpty(postmasterPidPath(cluster));
    return;
  }
  if (await isServerOf(found.pid, cluster)) {
    onProgress('Stopping the database server that a killed process left behind…');
    await stopOrphan(found.pid, cluster);
  } else {
    await refuseServerElsewhere(found, cluster);
  }
  // PostgreSQL itself removes the file of a dead process, after making sure that none of its children still runs. It
  // refuses to while the number is taken, by another process or by a zombie, so then it is ours to remove.
  if (isAlive(found.pid)) await rm(postmasterPidPath(cluster), { force: true });
  if (isTemporarySocketFolder(found.socketFolder)) await rm(found.socketFolder, { recursive: true, force: true });
}

/** A full disk leaves a file that names nobody, and PostgreSQL would refuse to start over it. */
async function removeIfEmpty(path: string): Promise<void> {
  const size = await stat(path).then(
    (found) => found.size,
    () => undefined,
  );
  if (size === 0) await unlink(path);
}

async function stopOrphan(pid: number, cluster: string): Promise<void> {
  const steps = [
    ['SIGINT', 3_000],
    // PostgreSQL kills its own stuck children, which keep the cluster in use, after 5 seconds; this is longer.
    ['SIGQUIT', 7_000],
    ['SIGKILL', 3_000],
  ] as const;
  for (const [signal, patienceMs] of steps) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (systemErrorCode(error) === 'ESRCH') return;
      throw new EmbeddedPostgresError(
        `A database server left behind (process ${pid}) belongs to another user; stop it first.`,
        { cause: error },
      );
    }
    const deadline = performance.now() + patienceMs;
    while (performance.now() < deadline) {
      if (!(await isServerOf(pid, cluster))) return;
      await delay(pollMs);
    }
  }
  throw new EmbeddedPostgresError(`A database server left behind (process ${pid}) does not stop; stop it first.`);
}

/**
 * Tells whether that process really is the PostgreSQL of this cluster, and neither a stranger with its number nor a
 * zombie.
 */
async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return (await commandOf(pid)).includes(`postgres -D ${cluster} -c `);
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const [program, ...args] = commandLine.split('\0');
  if (program === undefined || basename(program) !== 'postgres') return false;
  try {
    // PostgreSQL works inside its cluster's folder. Compared by identity, which holds when the tree was moved.
    const [workingFolder, clusterFolder] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(cluster)]);
    return workingFolder.ino === clusterFolder.ino && workingFolder.dev === clusterFolder.dev;
  } catch (error) {
    // In containers root may not look into the processes of others; their command lines are open to all.
    return systemErrorCode(error) === 'EACCES' && args.includes(cluster);
  }
}

function commandOf(pid: number): Promise<string> {
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'command=', '-p', String(pid)], (error, stdout) => resolve(error ? '' : stdout));
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) === 'EPERM';
  }
}

/** Another container has process ids and locks of its own, but a socket in a shared folder answers across both. */
async function refuseServerElsewhere({ socketFolder, port }: PostmasterPid, cluster: string): Promise<void> {
  if (socketFolder === '' || !(await answers(join(socketFolder, socketFile(port))))) return;
  throw new EmbeddedPostgresError(
    `Another PostgreSQL is running on ${cluster}, perhaps in another container. ` +
      'Stop it first, or set DATA_DIR to another folder.',
  );
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
