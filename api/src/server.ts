import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { type App, buildApp, constraintErrors } from './app.ts';
import type { Config } from './config.ts';
import { fillEmptyDatabase } from './demo-data.ts';
import { createExchangeRateSource, createItemDatabase } from './modules/assets/items/index.ts';
import { createIdentityProvider } from './modules/people/auth/index.ts';
import { createAnnouncements } from './platform/announcements.ts';
import { type DatabaseAddress, openDatabase } from './platform/db.ts';
import type { EmbeddedPostgres } from './platform/embedded-postgres/index.ts';
import type { Readiness } from './platform/health.ts';
import type { HotStore } from './platform/hot-store/hot-store.ts';
import { createMemoryStore } from './platform/hot-store/memory.ts';
import { createRedisStore } from './platform/hot-store/redis.ts';
import { createResilientStore } from './platform/hot-store/resilient.ts';
import { migrateJobs, startJobs } from './platform/jobs.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { collectGarbage } from './platform/memory.ts';
import { migrate } from './platform/migrate.ts';
import { deriveKey, keptSecretsKey } from './platform/secrets.ts';
import { startMessage } from './start-message.ts';

interface StartOptions {
  config: Config;
  /** The embedded database on its way up; null where a database is configured. */
  database: Promise<EmbeddedPostgres> | null;
  say: (line: string) => void;
}

interface RunningServer {
  /** The exit code, once the server has stopped: 0 when it was asked to, 1 when it had to. */
  stopped: Promise<number>;
}

/** Requests under way get this long to finish; with the database's own end a stop stays within 5 seconds. */
const DRAIN_MS = 2_000;
const SANDBOX_WELCOME_CENTS = 100_000n;
const MIGRATIONS = path.resolve(import.meta.dirname, '../migrations');

/** Database, HTTP, migrations, jobs, in this order; undone in the opposite one. */
export async function startServer({ config, database, say }: StartOptions): Promise<RunningServer> {
  const logger = createLogger({ level: config.logLevel });
  const undo = new AsyncDisposableStack();
  const stop = stopSignal(logger);
  try {
    const embedded = await database;
    if (embedded !== null) {
      undo.defer(() => embedded.stop());
      embedded.exited.then(() => stop.ask(1));
    }
    const address: DatabaseAddress = embedded?.connection ?? config.databaseUrl ?? '';
    const db = openDatabase({ address, logger, poolSize: config.databasePoolSize, constraintErrors });
    undo.defer(() => db.close());
    const announcements = createAnnouncements({ address, logger });
    undo.defer(() => announcements.close());
    const hotStore = await openHotStore(config, logger);
    undo.defer(() => hotStore.close());
    const sandbox = await startOutsideWorld(config, undo);

    const readiness: Readiness = { migrated: false, stopping: false };
    const outside = outsideWorldOf(config, sandbox, logger);
    const checkpoints = await checkpointsOf(config);
    const app = await buildApp({ config, db, hotStore, announcements, ...outside, checkpoints, logger, readiness });
    undo.defer(() => drain(app, readiness));
    await app.http.ready();
    // At once: what runs while V8's table is full, such as Node's own queues, is not optimised well ever after.
    collectGarbage();
    await listen(app, config);
    await announcements.start();
    await migrate(address, MIGRATIONS, logger);
    await migrateJobs(address, logger);
    const jobs = await startJobs(address, app.jobSets, logger);
    undo.defer(() => jobs.stop());
    await app.start();
    await app.items.refreshRate();
    if (sandbox !== null) await fillEmptyDatabase(db, app, say);
    readiness.migrated = true;
    const { port } = app.http.server.address() as AddressInfo;
    say(startMessage({ config, port, embedded, hotStore, sandbox, elapsedMs: performance.now() }));
  } catch (error) {
    await undo.disposeAsync();
    throw error;
  }
  return { stopped: stop.asked.then((code) => stopAll(undo, code, say, logger)) };
}

interface StopSignal {
  asked: Promise<number>;
  ask(code: number): void;
}

/** The first reason to stop wins; a second Ctrl-C ends the process at once. */
function stopSignal(logger: Logger): StopSignal {
  const { promise, resolve } = Promise.withResolvers<number>();
  let signals = 0;
  const onSignal = () => {
    signals += 1;
    if (signals > 1) process.exit(1);
    resolve(0);
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  const onFault = (error: unknown) => {
    logger.fatal({ err: error }, 'Unhandled fault: the process stops');
    resolve(1);
  };
  process.on('uncaughtException', onFault).on('unhandledRejection', onFault);
  return { asked: promise, ask: resolve };
}

async function openHotStore(config: Config, logger: Logger): Promise<HotStore> {
  if (config.redisUrl === null) return createMemoryStore();
  return createResilientStore(
    await createRedisStore({ url: config.redisUrl, keyPrefix: config.redisKeyPrefix, logger }),
    logger,
  );
}

/** The sandbox stands in for what is not configured, and never in production, where everything has an address. */
async function startOutsideWorld(config: Config, undo: AsyncDisposableStack): Promise<Sandbox | null> {
  const { identityUrl, itemDatabaseUrl, ratesUrl } = config;
  if (config.production || ![identityUrl, itemDatabaseUrl, ratesUrl].includes(null)) return null;
  const sandbox = await startSandbox({ port: config.sandboxPort });
  undo.defer(() => sandbox.close());
  return sandbox;
}

/** What is configured is used; the sandbox stands in for the rest. */
function outsideWorldOf(config: Config, sandbox: Sandbox | null, logger: Logger) {
  const sandboxProfiles = sandbox === null ? null : { url: sandbox.profileUrl, key: 'sandbox' };
  const isSandboxLogin = config.identityUrl === null && sandbox !== null;
  return {
    identityProvider: createIdentityProvider({
      identityUrl: config.identityUrl ?? sandbox?.identityUrl ?? '',
      profiles: isSandboxLogin ? sandboxProfiles : config.profiles,
      logger,
    }),
    itemDatabase: createItemDatabase({ url: config.itemDatabaseUrl ?? sandbox?.itemDatabaseUrl ?? null, logger }),
    rateSource: createExchangeRateSource({ url: config.ratesUrl ?? sandbox?.ratesUrl ?? null, logger }),
    // Whoever logs in through the sandbox is there to try the platform.
    ...(isSandboxLogin ? { welcomeCents: SANDBOX_WELCOME_CENTS } : {}),
  };
}

/** One file for each database: checkpoints of another would look like a trail that was cut. */
async function checkpointsOf(config: Config) {
  const secretsKey = config.secretsKey ?? (await keptSecretsKey(config.dataDir));
  const database = createHash('sha256')
    .update(config.databaseUrl ?? 'embedded')
    .digest('hex')
    .slice(0, 12);
  return {
    checkpointFile: path.join(config.dataDir, `audit-checkpoints-${database}.jsonl`),
    signingKey: deriveKey(secretsKey, 'audit checkpoints'),
  };
}

async function listen({ http }: App, { host, port }: Config): Promise<void> {
  try {
    await http.listen({ host, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(`port ${port} is in use; set PORT to another one`, { cause: error });
  }
}

/** New requests are refused, those under way finish; connections that outstay the time are cut. */
async function drain(app: App, readiness: Readiness): Promise<void> {
  readiness.stopping = true;
  const cut = setTimeout(() => app.http.server.closeAllConnections(), DRAIN_MS);
  await app.close();
  clearTimeout(cut);
}

async function stopAll(
  undo: AsyncDisposableStack,
  code: number,
  say: (line: string) => void,
  logger: Logger,
): Promise<number> {
  say('Stopping…');
  try {
    await undo.disposeAsync();
    return code;
  } catch (error) {
    logger.error({ err: error }, 'The stop was not clean');
    return 1;
  }
}
