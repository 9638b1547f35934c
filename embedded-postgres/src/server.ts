import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresBinaries } from './binaries.ts';
import { serverEnvironment } from './cluster.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { lastWords, prepareLog, readLogTail, type ServerLog } from './log.ts';
import { readPostmasterPid } from './postmaster-pid.ts';
import type { ServerUser } from './run-as.ts';

export interface ServerExit {
  code: number | null;
  signal: string | null;
  stderrTail: string;
}

export interface RunningServer {
  exited: Promise<ServerExit>;
  stop(withinMs: number): Promise<void>;
}

export interface ServerPlan {
  binaries: PostgresBinaries;
  user: ServerUser;
  cluster: string;
  socketFolder: string;
  port: number;
  settings: Record<string, string>;
  logPath: string;
  onProgress: (sentence: string) => void;
}

const readyTimeoutMs = 60_000;
const readyPollMs = 5;
const progressEveryMs = 5_000;
/**
 * A stop may take this long to write everything down, and then this long for an end that leaves it to the next start.
 */
const fastShutdownShare = 0.6;
const immediateShutdownShare = 0.3;
export const unhurriedStopMs = 20_000;

/** Starts the server and waits until it takes connections; undefined when an earlier one is still going away. */
export async function startServer(plan: ServerPlan): Promise<RunningServer | undefined> {
  const log = await prepareLog(plan.logPath);
  const child = await spawnServer(plan);
  const exited = watchExit(child, log);
  // However this process ends on its own, the server is stopped; only when it is killed does a server stay behind.
  const stopAtExit = () => child.kill('SIGINT');
  process.once('exit', stopAtExit);
  void exited.then(() => process.off('exit', stopAtExit));

  const outcome = await waitUntilReady(child, exited, plan);
  if (outcome === 'ready') return { exited, stop: (withinMs) => stopServer(child, exited, withinMs) };
  if (outcome === 'slow') {
    await stopServer(child, exited, unhurriedStopMs);
    throw new EmbeddedPostgresError(
      `PostgreSQL was not ready after ${readyTimeoutMs / 1000} seconds; see ${plan.logPath}.`,
    );
  }
  if (isStillInUse(outcome.stderrTail)) return undefined;
  const reason = lastWords(outcome.stderrTail) || `it ended with ${outcome.signal ?? `code ${outcome.code}`}`;
  throw new EmbeddedPostgresError(`PostgreSQL did not start: ${reason} (see ${plan.logPath})`);
}

function spawnServer(plan: ServerPlan): Promise<ChildProcess> {
  const settings = {
    ...plan.settings,
    listen_addresses: '',
    unix_socket_directories: `"${plan.socketFolder.replaceAll('"', '""')}"`,
    port: String(plan.port),
  };
  const { program, args, credentials } = plan.user.command(plan.binaries.postgres, [
    '-D',
    plan.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  // The log is a file and not a pipe, so that it goes on when this process is gone.
  const log = openSync(plan.logPath, 'a', 0o600);
  const child = spawn(program, args, {
    ...credentials,
    cwd: '/',
    env: serverEnvironment(),
    stdio: ['ignore', log, log],
    // In a session of its own, so that Ctrl-C reaches us, who still need it to finish what is under way, and not it.
    detached: true,
  });
  closeSync(log);
  return new Promise((resolve, reject) => {
    child.once('spawn', () => {
      // The server alone does not keep the process running; a caller that waits for it takes the reference back.
      child.unref();
      resolve(child);
    });
    child.on('error', (error) => {
      reject(new EmbeddedPostgresError(`PostgreSQL could not be run: ${error.message}`, { cause: error }));
    });
  });
}

function watchExit(child: ChildProcess, log: ServerLog): Promise<ServerExit> {
  return new Promise((resolve) => {
    child.once('exit', async (code, signal) => {
      const stderrTail = await readLogTail(log).catch(() => '');
      resolve({ code, signal, stderrTail });
    });
  });
}

/** PostgreSQL itself writes into postmaster.pid when it is ready, which is cheaper to ask than a connection. */
async function waitUntilReady(
  child: ChildProcess,
  exited: Promise<ServerExit>,
  plan: ServerPlan,
): Promise<'ready' | 'slow' | ServerExit> {
  let exit: ServerExit | undefined;
  void exited.then((result) => {
    exit = result;
  });
  const started = performance.now();
  let nextProgress = started + progressEveryMs;
  while (performance.now() - started < readyTimeoutMs) {
    if (exit !== undefined) return exit;
    const found = await readPostmasterPid(plan.cluster);
    if (found?.pid === child.pid && found?.status === 'ready') return 'ready';
    if (performance.now() > nextProgress) {
      plan.onProgress(`Waiting for the database to recover (${Math.round((performance.now() - started) / 1000)} s)…`);
      nextProgress += progressEveryMs;
    }
    await delay(readyPollMs);
  }
  return 'slow';
}

/** Children of a killed server may need a moment to go, and one of a killed starter may have come up just before us. */
function isStillInUse(output: string): boolean {
  return /pre-existing shared memory block|lock file "postmaster\.pid" already exists/.test(output);
}

async function stopServer(child: ChildProcess, exited: Promise<ServerExit>, withinMs: number): Promise<void> {
  child.ref();
  for (const [signal, share] of [
    ['SIGINT', fastShutdownShare],
    ['SIGQUIT', immediateShutdownShare],
  ] as const) {
    child.kill(signal);
    if (await endsWithin(exited, withinMs * share)) return;
  }
  child.kill('SIGKILL');
  await exited;
}

async function endsWithin(exited: Promise<ServerExit>, patienceMs: number): Promise<boolean> {
  const patience = new AbortController();
  const tooLong = delay(patienceMs, false, { signal: patience.signal }).catch(() => false);
  const ended = await Promise.race([exited.then(() => true), tooLong]);
  patience.abort();
  return ended;
}
