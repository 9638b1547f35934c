import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { type App, buildApp, constraintErrors } from './app.ts';
import type { Config } from './config.ts';
import { fillEmptyDatabase } from './demo-data.ts';
import { createExchangeRateSource, createItemDatabase } from './modules/assets/items/index.ts';
import { createIdentityProvider } from './modules/people/auth/index.ts';
import { type Announcements, createAnnouncements } from './platform/announcements.ts';
import { type DatabaseAddress, openDatabase } from './platform/db.ts';
import type { EmbeddedPostgres } from './platform/embedded-postgres/index.ts';
import type { Readiness } from './platform/health.ts';
import type { HotStore } from './platform/hot-store/hot-store.ts';
import { createMemoryStore } from './platform/hot-store/memory.ts';
import { createRedisStore } from './platform/hot-store/redis.ts';
import { createResilientStore } from './platform/hot-store/resilient.ts';
import { type JobRunner, migrateJobs, startJobs } from './platform/jobs.ts';
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

/**
 * A stop takes less than 5 seconds: requests and jobs under way get 2 of them, all services together a little more, and
 * what is left is the database's.
 */
const DRAIN_MS = 2_000;
const SERVICES_STOP_MS = 2_700;
const STOP_MS = 4_200;
const SANDBOX_WELCOME_CENTS = 100_000n;
const MIGRATIONS = path.resolve(import.meta.dirname, '../migrations');

/** Comes up until it is ready or asked to stop, whichever is first. */
export async function startServer({ config, database, say }: StartOptions): Promise<RunningServer> {
  const logger = createLogger({ level: config.logLevel });
  const readiness: Readiness = { migrated: false, stopping: false };
  const services = new AsyncDisposableStack();
  const stop = stopSignal(logger);
  stop.asked.then(() => {
    readiness.stopping = true;
  });
  const stopAll = () => stopInTime(services, database, logger);
  try {
    await Promise.race([stop.asked, comeUp({ config, database, say, logger, readiness, services, stop })]);
  } catch (error) {
    await stopAll();
    throw error;
  }
  const stopped = stop.asked.then(async (code) => {
    say('Stopping…');
    return (await stopAll()) ? code : 1;
  });
  return { stopped };
}

interface ComingUp extends StartOptions {
  logger: Logger;
  readiness: Readiness;
  /** What has come up, to be ended in the opposite order. */
  services: AsyncDisposableStack;
  stop: StopSignal;
}

/** Database, HTTP, migrations, jobs, in this order. */
async function comeUp({ config, database, say, logger, readiness, services, stop }: ComingUp): Promise<void> {
  const embedded = await database;
  embedded?.exited.then(() => stop.ask(1));
  const address: DatabaseAddress = embedded?.connection ?? config.databaseUrl ?? '';
  const db = openDatabase({ address, logger, poolSize: config.databasePoolSize, constraintErrors });
  services.defer(() => db.close());
  const announcements = createAnnouncements({ address, logger });
  services.defer(() => announcements.close());
  const hotStore = await openHotStore(config, logger);
  services.defer(() => hotStore.close());
  const sandbox = await startOutsideWorld(config, services);

  const outside = outsideWorldOf(config, sandbox, logger);
  const checkpoints = await checkpointsOf(config);
  const app = await buildApp({ config, db, hotStore, announcements, ...outside, checkpoints, logger, readiness });
  let jobs: JobRunner | null = null;
  services.defer(async () => {
    await Promise.all([drain(app), jobs?.stop(DRAIN_MS)]);
  });
  await app.http.ready();
  // At once: what runs while V8's table is full, such as Node's own queues, is not optimised well ever after.
  collectGarbage();
  await listen(app, config);
  await reachDatabase(announcements, config);
  await migrate(address, MIGRATIONS, logger);
  await migrateJobs(address, logger);
  jobs = await startJobs(address, app.jobSets, logger);
  await app.start();
  await app.items.refreshRate();
  if (sandbox !== null) await fillEmptyDatabase(db, app, say);
  readiness.migrated = true;
  const { port } = app.http.server.address() as AddressInfo;
  say(startMessage({ config, port, embedded, hotStore, sandbox, elapsedMs: performance.now() }));
}

interface StopSignal {
  asked: Promise<number>;
  ask(code: number): void;
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Ctrl-C under npm comes twice, from the terminal and from npm. */
const SAME_SIGNAL_MS = 1_000;

/** The first reason to stop wins; a second Ctrl-C ends the process at once. */
function stopSignal(logger: Logger): StopSignal {
  const { promise, resolve } = Promise.withResolvers<number>();
  let firstMs: number | null = null;
  const onSignal = () => {
    firstMs ??= performance.now();
    if (performance.now() - firstMs > SAME_SIGNAL_MS) process.exit(1);
    resolve(0);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal);
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
async function startOutsideWorld(config: Config, services: AsyncDisposableStack): Promise<Sandbox | null> {
  const { identityUrl, itemDatabaseUrl, ratesUrl } = config;
  if (config.production || ![identityUrl, itemDatabaseUrl, ratesUrl].includes(null)) return null;
  const sandbox = await startSandbox({ port: config.sandboxPort });
  services.defer(() => sandbox.close());
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

/** The first use of the database: what is wrong with its address shows here. */
async function reachDatabase(announcements: Announcements, { databaseUrl }: Config): Promise<void> {
  try {
    await announcements.start();
  } catch (error) {
    if (databaseUrl === null) throw error;
    throw new Error(`the database of DATABASE_URL cannot be used: ${(error as Error).message}`, { cause: error });
  }
}

/** New requests are refused, those under way finish; connections that outstay the time are cut. */
async function drain(app: App): Promise<void> {
  const cut = setTimeout(() => app.http.server.closeAllConnections(), DRAIN_MS);
  await app.close();
  clearTimeout(cut);
}

/** Whether everything ended in order. What does not end in its time is left behind: the process goes all the same. */
async function stopInTime(
  services: AsyncDisposableStack,
  database: Promise<EmbeddedPostgres> | null,
  logger: Logger,
): Promise<boolean> {
  const startedMs = performance.now();
  try {
    await within(SERVICES_STOP_MS, services.disposeAsync());
    return true;
  } catch (error) {
    logger.error({ err: error }, 'The stop was not clean');
    return false;
  } finally {
    const leftMs = () => STOP_MS - (performance.now() - startedMs);
    // One that never came up has said so where it was waited for.
    const embedded = await within(leftMs() / 2, database).catch(() => null);
    await embedded?.stop(leftMs());
  }
}

async function within<T>(limitMs: number, work: Promise<T> | null): Promise<T | null> {
  const patience = new AbortController();
  const late = delay(limitMs, undefined, { signal: patience.signal }).then(() => {
    throw new Error(`Not done within ${Math.round(limitMs)} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    patience.abort();
    late.catch(() => undefined);
  }
}
