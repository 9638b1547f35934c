import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const MAIN = path.resolve(import.meta.dirname, '../../src/main.ts');
const ROOT = path.resolve(import.meta.dirname, '../../..');

export interface ServerProcess {
  child: ChildProcess;
  /** Resolves with the address once the start message is printed; rejects with the output when the start fails. */
  ready: Promise<string>;
  printed(): string;
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
    env: { ...inherited, NODE_ENV: 'development', PORT: '0', SANDBOX_PORT: '0', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
      const address = /API +(http:\/\/\S+)\/api/.exec(output)?.[1];
      if (address !== undefined && output.includes('Ctrl-C stops it'))
        resolve(address.replace('localhost', '127.0.0.1'));
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  ended.then(() => reject(new Error(`The server ended: ${output}`)));
  ready.catch(() => undefined);
  return {
    child,
    ready,
    printed: () => output,
    ended,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}
