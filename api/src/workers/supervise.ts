import type { EmbeddedPostgres } from '@lisura/embedded-postgres';
import type { Config } from '../config.ts';
import { createLogger, type Logger } from '../platform/observability/logger.ts';
import { keptSecretsKey } from '../platform/secrets.ts';
import { answerSupervisors } from '../ports.ts';
import { startOutsideWorld } from '../start-sandbox.ts';
import { STOP_MS, WORKERS_STOP_MS } from '../stop-times.ts';
import { createForks } from './forks.ts';
import { listenToSignals, type Signals } from './signals.ts';
import type { Ground } from './worker-messages.ts';
import { createWorkerPool, type WorkerPool } from './worker-pool.ts';

interface SuperviseOptions {
  config: Config;
  workers: number;
  /** What each worker runs. */
  program: string;
  /** The embedded database on its way up; null where a database is configured. */
  database: Promise<EmbeddedPostgres> | null;
  say: (line: string) => void;
}

type CommonGround = Pick<Ground, 'embedded' | 'sandboxUrl'>;

/** What there is once, database, sandbox and the port for supervisors, and the workers on it. Gives the exit code. */
export async function supervise({ config, workers, program, database, ...options }: SuperviseOptions): Promise<number> {
  const logger = createLogger({ level: config.logLevel });
  const say = config.production ? (line: string) => logger.info(line) : options.say;
  const signals = listenToSignals();
  const services = new AsyncDisposableStack();
  let pool: WorkerPool | null = null;
  try {
    await answerSupervisors(config, services);
    const ground = await prepareGround(config, database, services, signals);
    pool = createWorkerPool({
      size: workers,
      fork: createForks(program, ground, (error) => logger.error({ err: error }, 'A worker could not be made')),
      now: () => performance.now(),
      ...talesOfWorkers(logger),
    });
    const exitCode = await serve({ pool, workers, config, signals, say, logger });
    return (await endAll({ pool, config, database, services })) ? exitCode : 1;
  } catch (error) {
    await endAll({ pool, config, database, services });
    throw error;
  }
}

async function prepareGround(
  config: Config,
  database: Promise<EmbeddedPostgres> | null,
  services: AsyncDisposableStack,
  signals: Signals,
): Promise<CommonGround> {
  const embedded = await database;
  embedded?.exited.then(() => signals.askToStop(1));
  // Made here where there is none yet: workers that start together find one.
  const secretsKey = config.secretsKey ?? (await keptSecretsKey(config.dataDir));
  const sandbox = await startOutsideWorld(config, secretsKey, services);
  return {
    embedded: embedded && { version: embedded.version, connection: embedded.connection },
    sandboxUrl: sandbox?.url ?? null,
  };
}

interface Serving {
  pool: WorkerPool;
  workers: number;
  config: Config;
  signals: Signals;
  say: (line: string) => void;
  logger: Logger;
}

/** Until it is asked to stop, or cannot begin; the exit code. */
async function serve({ pool, workers, config, signals, say, logger }: Serving): Promise<number> {
  const failed = await Promise.race([pool.start(), signals.stopAsked]);
  if (failed === null) {
    say(`${workers} workers serve.`);
    if (workers > 1 && config.redisUrl === null) {
      logger.warn(
        'REDIS_URL is not set: each worker counts limits for itself, and sockets hear of their own worker alone',
      );
    }
    signals.onRestart(async () => {
      say('Replacing the workers, one after the other…');
      if (await pool.restart()) say('All workers are replaced.');
    });
  }
  const exitCode = failed ?? (await signals.stopAsked);
  say('Stopping…');
  return exitCode;
}

const talesOfWorkers = (logger: Logger) => ({
  onReplaced: (code: number | null, delayMs: number) =>
    logger.error({ code, delayMs }, 'A worker has ended and is replaced'),
  onHung: () => logger.error('A worker stands still and is ended'),
  onRestartFailed: (code: number | null) =>
    logger.error({ code }, 'A new worker did not come up: the workers that serve stay as they are'),
});

interface Ending {
  pool: WorkerPool | null;
  config: Config;
  database: Promise<EmbeddedPostgres> | null;
  services: AsyncDisposableStack;
}

/** The workers first, the database last. Whether all ended in order. */
async function endAll({ pool, config, database, services }: Ending): Promise<boolean> {
  const drainMs = config.drainSeconds * 1_000;
  const endsAtMs = performance.now() + drainMs + STOP_MS;
  const areInOrder = pool === null || (await pool.stop(drainMs + WORKERS_STOP_MS));
  await services.disposeAsync();
  // One that never came up has said so where it was waited for.
  const embedded = await database?.catch(() => null);
  await embedded?.stop(Math.max(endsAtMs - performance.now(), 0));
  return areInOrder;
}
