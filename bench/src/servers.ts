import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';

export interface BenchServer {
  address: string;
  child: ChildProcess;
  stop(): Promise<void>;
}

export interface ProductServer extends BenchServer {
  dataDir: string;
  /** A new process on the same data, as one that has done nothing yet. This one is of no use afterwards. */
  restart(): Promise<ProductServer>;
}

const MAIN = path.resolve(import.meta.dirname, '../../api/src/main.ts');
const BARE = path.resolve(import.meta.dirname, 'bare-server.ts');

/** The same for all, so that a second process on a database opens what the first has sealed. */
const SECRETS_KEY = 'be'.repeat(32);

export const startBareServer = () => startProcess(BARE, {});

/** The product's own server with limits off, on a fresh embedded database unless the environment says otherwise. */
export async function startProductServer(environment: Record<string, string> = {}): Promise<ProductServer> {
  return startOn(await mkdtemp(path.join(tmpdir(), 'lisura-bench-')), environment);
}

/** Where the embedded database of a server listens; the server's own is called `postgres`. */
export const databaseAddressOf = (dataDir: string, database = 'postgres') => ({
  host: path.join(dataDir, 'postgres-socket'),
  port: 5432,
  user: 'lisura',
  database,
});

/** One more process on the database of another; to be stopped before that one. */
export function startSecondServer(
  { dataDir }: ProductServer,
  environment: Record<string, string> = {},
): Promise<ProductServer> {
  const { host, user, database } = databaseAddressOf(dataDir);
  const query = new URLSearchParams({ host, user });
  return startProductServer({ ...environment, DATABASE_URL: `postgres:///${database}?${query}` });
}

async function startOn(folder: string, environment: Record<string, string>): Promise<ProductServer> {
  const server = await startProcess(MAIN, {
    DATA_DIR: folder,
    PORT: '0',
    SANDBOX_PORT: '0',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_GLOBAL: '0',
    RATE_LIMIT_AUTH: '0',
    RATE_LIMIT_CASE_OPEN: '0',
    SECRETS_KEY,
    DEMO_PLAYERS: 'off',
    ...environment,
  });
  if (environment.DATABASE_URL === undefined) await notifyNobody(folder);
  return {
    ...server,
    dataDir: folder,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
    restart: async () => {
      await server.stop();
      return startOn(folder, environment);
    },
  };
}

/** As in production by default, where an opening sends no notification. */
async function notifyNobody(folder: string): Promise<void> {
  const client = new Client(databaseAddressOf(folder));
  await client.connect();
  await client.query(
    `insert into settings (key, value) values ('liveNotifications', 'false') on conflict (key) do nothing`,
  );
  await client.query(`select pg_notify('lisura', '{"topic":"settings-changed","payload":{}}')`);
  await client.end();
}

export async function residentKib({ child }: BenchServer): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
}

async function startProcess(file: string, environment: Record<string, string>): Promise<BenchServer> {
  // What is measured is the embedded database and the store in memory, unless the benchmark says otherwise.
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...inherited } = process.env;
  const child = spawn(process.execPath, [file], {
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const found = /API +(http:\/\/\S+)\/api/.exec(output)?.[1];
      if (found !== undefined && output.includes('Ctrl-C stops it')) resolve(found.replace('localhost', '127.0.0.1'));
    });
    ended.then(() => reject(new Error(`The server ended: ${output}`)));
  });
  return {
    address,
    child,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
