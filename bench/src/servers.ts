import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';

export interface BenchServer {
  address: string;
  /** Where its sandbox listens, of a program that has one. */
  sandbox: string | null;
  child: ChildProcess;
  stop(): Promise<void>;
}

export interface ProductServer extends BenchServer {
  dataDir: string;
  /** Starts a new process on the same data, as one that has done nothing yet. The old one is of no use afterwards. */
  restart(): Promise<ProductServer>;
}

const MAIN = path.resolve(import.meta.dirname, '../../api/src/main.ts');
/** As `npm start` does. */
const RUNTIME = path.resolve(import.meta.dirname, '../../scripts/require-runtime.cjs');
const BARE = path.resolve(import.meta.dirname, 'bare-server.ts');

/** All servers share it, so that a second process on a database opens what the first has sealed. */
const SECRETS_KEY = 'be'.repeat(32);

/** Whom a server makes an administrator unless it is configured otherwise. */
export const ADMINISTRATOR = '76561198000000001';

export const startBareServer = () => startProcess(BARE, {});

/** Starts a program that is not the product's; it tells the address of its API as the product does. */
export const startOtherServer = (file: string, environment: Record<string, string>) => startProcess(file, environment);

export function startInProduction(databaseUrl: string, folder: string): Promise<BenchServer> {
  const environment = {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    PORT: '0',
    HOST: '127.0.0.1',
    PUBLIC_URL: 'https://bench.example',
    ADMIN_PLATFORM_IDS: ADMINISTRATOR,
    SECRETS_KEY,
  };
  return startProcess(MAIN, environment, (output) => {
    const port = /"port":(\d+)[^\n]*Lisura is ready/.exec(output)?.[1];
    return port === undefined ? undefined : `http://127.0.0.1:${port}`;
  });
}

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

export function databaseUrlOf(dataDir: string, name?: string): string {
  const { host, user, database } = databaseAddressOf(dataDir, name);
  return `postgres:///${database}?${new URLSearchParams({ host, user })}`;
}

export function startSecondServer(
  { dataDir }: ProductServer,
  environment: Record<string, string> = {},
): Promise<ProductServer> {
  return startProductServer({ ...environment, DATABASE_URL: databaseUrlOf(dataDir) });
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

/** Where the process listens, once its output says so and that it is ready. */
function addressIn(output: string): string | undefined {
  const found = /API +(http:\/\/\S+)\/api/.exec(output)?.[1];
  return output.includes('Ctrl-C stops it') ? found?.replace('localhost', '127.0.0.1') : undefined;
}

async function startProcess(
  file: string,
  environment: Record<string, string>,
  readAddress = addressIn,
): Promise<BenchServer> {
  // The embedded database and the store in memory are measured unless the benchmark says otherwise.
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...inherited } = process.env;
  const child = spawn(process.execPath, ['--require', RUNTIME, file], {
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const found = readAddress(output);
      if (found !== undefined) resolve(found);
    });
    ended.then(() => reject(new Error(`The server ended: ${output}`)));
  });
  const sandbox = /Sandbox +(http:\/\/\S+)/.exec(output)?.[1] ?? null;
  return {
    address,
    sandbox: sandbox?.replace('localhost', '127.0.0.1') ?? null,
    child,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
