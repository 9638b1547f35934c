import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export const MAIN = path.resolve(import.meta.dirname, '../../src/main.ts');
const VERIFY = path.resolve(import.meta.dirname, '../../src/verify/main.ts');
const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Ports of its own, no more than warnings, and nobody who moves by itself. */
const QUIET = {
  NODE_ENV: 'test',
  PORT: '0',
  SANDBOX_PORT: '0',
  LOG_LEVEL: 'warn',
  DRAIN_SECONDS: '0',
  DEMO_PLAYERS: 'off',
};

export interface ServerProcess {
  child: ChildProcess;
  /** Resolves with the address once the start message is printed, or logged in production; rejects with the output when the start fails. */
  ready: Promise<string>;
  printed(): string;
  /** From the start until it was ready, or until now. */
  startTookMs(): number;
  /** Resolves with the exit code and everything printed. */
  ended: Promise<{ code: number | null; output: string }>;
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; output: string }>;
}

/** The real server as a process of its own, on any free port; by another command where that is what is tried. */
export function startServerProcess(
  environment: Record<string, string>,
  [program, ...args]: readonly [string, ...string[]] = [process.execPath, MAIN],
): ServerProcess {
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...inherited } = process.env;
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...inherited, ...QUIET, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const startedMs = performance.now();
  let readyMs: number | null = null;
  let output = '';
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
      const port =
        /API +http:\/\/\S+:(\d+)\/api[\s\S]+Ctrl-C stops it/.exec(output)?.[1] ??
        /"port":(\d+),.*"msg":"Lisura is ready"/.exec(output)?.[1];
      if (port === undefined) return;
      readyMs ??= performance.now();
      resolve(`http://127.0.0.1:${port}`);
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  ended.then(() => reject(new Error(`The server ended: ${output}`)));
  ready.catch(() => undefined);
  return {
    child,
    ready,
    printed: () => output,
    startTookMs: () => (readyMs ?? performance.now()) - startedMs,
    ended,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

const MAX_STOP_MS = 5_000;

/**
 * Five seconds is the promise, because hanging work is given up by then. The machine's own work for a stop comes on
 * top: less than it needed for the start.
 */
export async function stopInTime(server: ServerProcess, signal?: NodeJS.Signals) {
  const limitMs = MAX_STOP_MS + server.startTookMs();
  const startedMs = performance.now();
  const ended = await server.stop(signal);
  const tookMs = performance.now() - startedMs;
  assert.ok(tookMs < limitMs, `the stop took ${tookMs} ms, of ${limitMs}: ${ended.output}`);
  return ended;
}

/** `npm run verify` with nothing of our own settings but these. */
export function verify(settings: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { DATABASE_URL: _database, ...inherited } = process.env;
  return new Promise((resolve) => {
    const env = { ...inherited, NODE_ENV: 'development', ...settings };
    execFile(process.execPath, [VERIFY], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
  });
}
