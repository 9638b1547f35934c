import type { EmbeddedPostgres } from '@lisura/embedded-postgres';
import type { Config } from '../app/config.ts';
import { answerSupervisors } from '../app/ports.ts';
import { startOutsideWorld } from '../app/sandbox.ts';
import { endServices, STOP_MS, WORKERS_STOP_MS } from '../app/stopping.ts';
import type { Liveness } from '../platform/http/health/liveness.ts';
import { createLogger, type Logger } from '../platform/observability/logger.ts';
import { logOutput } from '../platform/observability/standard-output.ts';
import { storedSecretsKey } from '../platform/secrets/secrets.ts';
import { createForks } from './forks.ts';
import { type HangUps, listenToSignals, type Signals } from './signals.ts';
import type { Ground } from './worker-messages.ts';
import { createWorkerPool, type WorkerPool } from './worker-pool.ts';

interface SuperviseOptions {
  config: Config;
  workers: number;
  program: string;
  database: Promise<EmbeddedPostgres> | null;
  hangUps: HangUps;
  say: (line: string) => void;
}

type CommonGround = Omit<Ground, 'worker' | 'isFirst'> & { supervisors: Liveness | null };

export async function supervise(given: SuperviseOptions): Promise<number> {
  const { config, workers, program, database } = given;
  const logger = createLogger({ level: config.logLevel, destination: logOutput(config) });
  const say = config.production ? (line: string) => logger.info(line) : given.say;
  const signals = listenToSignals(logger, given.hangUps);
  const services = new AsyncDisposableStack();
  let pool: WorkerPool | null = null;
  const endAll = () => endInTime({ pool, config, database, services, logger });
  try {
    const stopAsked = signals.stop.asked.then(() => null);
    const ground = await Promise.race([prepareGround(config, database, services, signals), stopAsked]);
    if (ground !== null) {
      const { supervisors, ...common } = ground;
      const onNotMade = (error: unknown) => logger.error({ err: error }, 'A worker could not be made');
      const { fork, printMetrics } = createForks(program, common, onNotMade);
      supervisors?.answerMetrics(printMetrics);
      pool = createWorkerPool({
        size: workers,
        fork,
        now: () => performance.now(),
        ...talesOfWorkers(logger),
      });
      await comeUp({ pool, workers, config, signals, say, logger });
    }
    const exitCode = await signals.stop.asked;
    say('Stopping…');
    return (await endAll()) ? exitCode : 1;
  } catch (error) {
    await endAll();
    throw error;
  }
}

async function prepareGround(
  config: Config,
  database: Promise<EmbeddedPostgres> | null,
  services: AsyncDisposableStack,
  signals: Signals,
): Promise<CommonGround> {
  const supervisors = await answerSupervisors(config, services);
  const embedded = await database;
  embedded?.exited.then(() => signals.stop.ask(1));
  // All workers find the key that is created before them.
  const secretsKey = config.secretsKey ?? (await storedSecretsKey(config.dataDir));
  const sandbox = await startOutsideWorld(config, secretsKey, services);
  return {
    supervisors,
    healthPort: supervisors?.port ?? null,
    embedded: embedded && { version: embedded.version, connection: embedded.connection },
    sandboxUrl: sandbox?.url ?? null,
  };
}

interface ComingUp {
  pool: WorkerPool;
  workers: number;
  config: Config;
  signals: Signals;
  say: (line: string) => void;
  logger: Logger;
}

async function comeUp({ pool, workers, config, signals, say, logger }: ComingUp): Promise<void> {
  const failed = await Promise.race([pool.start(), signals.stop.asked]);
  if (failed !== null) return signals.stop.ask(failed);
  say(`${workers} workers serve. SIGHUP to process ${process.pid} replaces them.`);
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
  logger: Logger;
}

async function endInTime({ pool, config, database, services, logger }: Ending): Promise<boolean> {
  const drainMs = config.drainSeconds * 1_000;
  const endsAtMs = performance.now() + drainMs + STOP_MS;
  const haveWorkersEnded = pool === null || (await pool.stop(drainMs + WORKERS_STOP_MS));
  const servicesMs = (endsAtMs - performance.now()) / 2;
  const haveServicesEnded = await endServices({ services, servicesMs, database, endsAtMs, logger });
  return haveWorkersEnded && haveServicesEnded;
}
