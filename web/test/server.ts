import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFilledDatabase } from '../../api/test/support/filled-databases.ts';
import { startServerProcess } from '../../api/test/support/processes.ts';

export interface WebServer {
  address: string;
  sandboxAddress: string;
  /** It is null where it is an embedded one. */
  databaseUrl: string | null;
  /** Stops it and starts it anew, with the same addresses and the same data. It is down for as long as `look` takes. */
  restart(look?: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the real server as `npm start` does, with the sandbox and without limits. In a run of tests it has a database
 * on their PostgreSQL that a first start has filled, elsewhere an embedded one.
 */
export async function startWebServer(environment: Record<string, string> = {}): Promise<WebServer> {
  const database = process.env.TEST_SERVER_URL === undefined ? await embeddedDatabase() : await createFilledDatabase();
  // The server must know its own address, for logins and sockets: a port is asked for beforehand.
  const settings = {
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
    ...database.environment,
    RATE_LIMIT_GLOBAL: '0',
    RATE_LIMIT_AUTH: '0',
    RATE_LIMIT_CASE_OPEN: '0',
    ...environment,
  };
  let server = startServerProcess(settings);
  const restart = async (look = async () => {}) => {
    await server.stop();
    await look();
    server = startServerProcess(settings);
    await server.ready;
  };
  const stop = async () => {
    await server.stop();
    await database.drop();
  };
  try {
    const address = (await server.ready).replace('127.0.0.1', 'localhost');
    const sandboxAddress = /Sandbox +(http:\/\/\S+)/.exec(server.printed())?.[1] ?? '';
    return { address, sandboxAddress, databaseUrl: database.url, restart, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function embeddedDatabase() {
  const folder = await mkdtemp(path.join(tmpdir(), 'lisura-web-'));
  return {
    url: null,
    environment: { DATA_DIR: folder },
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * The port lies below those that the system hands out, so that nobody gets it before the server is up; it is one of
 * many, so that two runs do not choose the same.
 */
async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_000);
  return (await isFree(port)) ? port : freePort();
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.on('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
