import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Runner, TaskList, WorkerEvents, Logger as WorkerLogger } from 'graphile-worker';
import type { Pool } from 'pg';
import { createPool, type DatabaseAddress, type Tx } from '../database/db.ts';
import { createProcessLock } from '../database/one-process.ts';
import { sql } from '../database/sql.ts';
import type { Logger } from '../observability/logger.ts';
import { add, defineCount } from '../observability/metrics.ts';
import { endsWithin } from '../time-limits.ts';

/**
 * The library frees the jobs of a dead process only after four hours. So each runner holds an advisory lock, which the
 * server releases when the connection ends. A slow or stopped process keeps its jobs.
 */
const lockOf = (runner: string): number =>
  Number.parseInt(createHash('sha256').update(`jobs of ${runner}`).digest('hex').slice(0, 12), 16);

const LOOK_EVERY_MS = 5_000;
/** A living process replaces a lost connection sooner. */
const GONE_AFTER_MS = 20_000;

interface ReleaseDeps {
  pool: Pick<Pool, 'query'>;
  now(): number;
}

/** Call it repeatedly, because one look proves nothing. */
export function createRelease({ pool, now }: ReleaseDeps): () => Promise<string[]> {
  let firstMissedMs = new Map<string, number>();
  return async () => {
    const missed = await findWithoutLock(pool);
    firstMissedMs = new Map(missed.map((runner) => [runner, firstMissedMs.get(runner) ?? now()]));
    const gone = missed.filter((runner) => now() - (firstMissedMs.get(runner) ?? now()) >= GONE_AFTER_MS);
    if (gone.length > 0) await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [gone]);
    return gone;
  };
}

async function findWithoutLock(pool: ReleaseDeps['pool']): Promise<string[]> {
  const { rows } = await pool.query<{ runners: string[]; held: string[] }>(`
    select
      array(select distinct locked_by from graphile_worker.jobs where locked_by is not null) as runners,
      array(
        select ((classid::bigint << 32) | objid::bigint)::text from pg_locks
        where locktype = 'advisory' and objsubid = 1 and granted
          and database = (select oid from pg_database where datname = current_database())) as held`);
  const { runners = [], held = [] } = rows[0] ?? {};
  const isHeld = new Set(held);
  return runners.filter((runner) => !isHeld.has(String(lockOf(runner))));
}

interface SignOfLife {
  /** No job may run before the lock is held. */
  given: Promise<void>;
  end(): Promise<void>;
}

interface LifeDeps extends Pick<ReleaseDeps, 'pool'> {
  address: DatabaseAddress;
  runner: string;
  logger: Logger;
}

function giveSignOfLife({ address, runner, pool, logger }: LifeDeps): SignOfLife {
  const lock = createProcessLock(address, lockOf(runner));
  const release = createRelease({ pool, now: () => performance.now() });
  const { promise: given, resolve } = Promise.withResolvers<void>();

  async function look(): Promise<void> {
    try {
      if (await lock.take()) resolve();
      const gone = await release();
      if (gone.length > 0) logger.warn({ runners: gone }, 'Jobs of a process that is gone are run again');
    } catch (error) {
      logger.debug({ err: error }, 'The jobs of others could not be looked after');
    }
  }

  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, LOOK_EVERY_MS);
  return {
    given,
    end: async () => {
      clearInterval(timer);
      await looking;
      await lock.release();
    },
  };
}

/** Only processes that run jobs load the library. */
const loadWorker = () => import('graphile-worker');

/** A job runs at least once, so it must be safe to repeat. */
type Job = (payload: unknown) => Promise<void>;

export interface JobSet {
  readonly tasks: Readonly<Record<string, Job>>;
  /** A crontab in UTC; each due time runs once over all processes. */
  readonly schedule?: readonly string[];
}

interface AddJobOptions {
  /** Replaces a waiting job with the same key. */
  jobKey?: string;
  runAt?: Date;
  maxAttempts?: number;
}

/** The job exists only if the transaction commits. */
export async function addJob(tx: Tx, name: string, payload: object, options: AddJobOptions = {}): Promise<void> {
  await tx.query(sql`
    select graphile_worker.add_job(
      ${name}::text, payload => ${JSON.stringify(payload)}::json, run_at => ${options.runAt ?? null}::timestamptz,
      max_attempts => ${options.maxAttempts ?? null}::int, job_key => ${options.jobKey ?? null}::text)`);
}

/** Several processes may create the tables at once. */
export async function migrateJobs(address: DatabaseAddress, logger: Logger): Promise<void> {
  const pool = jobPool(address, logger);
  try {
    const worker = await loadWorker();
    await worker.runMigrations({ pgPool: pool, logger: workerLogger(worker, logger) });
  } finally {
    await pool.end();
  }
}

export interface JobRunner {
  /** Jobs that take longer are given back. */
  stop(withinMs?: number): Promise<void>;
}

const UNHURRIED_STOP_MS = 60_000;

const JOBS_AT_ONCE = 2;

export async function startJobs(
  address: DatabaseAddress,
  jobSets: readonly JobSet[],
  logger: Logger,
  concurrency = JOBS_AT_ONCE,
): Promise<JobRunner> {
  const pool = jobPool(address, logger);
  const { promise: named, resolve: onNamed } = Promise.withResolvers<{ runner: string; life: SignOfLife }>();
  const events: WorkerEvents = new EventEmitter();
  events.once('pool:create', ({ workerPool: { id: runner } }) =>
    onNamed({ runner, life: giveSignOfLife({ address, runner, pool, logger }) }),
  );
  const schedule = jobSets.flatMap((set) => set.schedule ?? []).join('\n');
  const worker = await loadWorker();
  const runner: Runner = await worker.run({
    pgPool: pool,
    events,
    taskList: tasksOf(jobSets, async () => (await named).life.given),
    parsedCronItems: worker.parseCrontab(schedule),
    concurrency,
    pollInterval: 2_000,
    // Two signal handlers would race.
    noHandleSignals: true,
    logger: workerLogger(worker, logger),
  });
  return {
    stop: async (withinMs = UNHURRIED_STOP_MS) => {
      const { runner: name, life } = await named;
      const haveEnded = await endsWithin(withinMs, runner.stop());
      if (!haveEnded) await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [[name]]);
      await life.end();
      // A remaining job may still report its end.
      if (haveEnded) await pool.end();
    },
  };
}

function tasksOf(jobSets: readonly JobSet[], mayRun: () => Promise<void>): TaskList {
  const taskList: TaskList = {};
  for (const { tasks } of jobSets) {
    for (const [name, job] of Object.entries(tasks)) {
      taskList[name] = async (payload) => {
        await mayRun();
        await counted(name, () => job(payload));
      };
      for (const count of [runs, failures]) add(count, name, 0);
    }
  }
  return taskList;
}

const runs = defineCount({ name: 'lisura_job_runs_total', help: 'Jobs that were run, by task', label: 'task' });
const failures = defineCount({
  name: 'lisura_job_failures_total',
  help: 'Jobs that failed, to be tried again, by task',
  label: 'task',
});

async function counted(name: string, run: () => Promise<void>): Promise<void> {
  add(runs, name, 1);
  try {
    await run();
  } catch (error) {
    add(failures, name, 1);
    throw error;
  }
}

/** A long job must not take a connection from requests. */
function jobPool(address: DatabaseAddress, logger: Logger): Pool {
  return createPool(address, { max: 4, application_name: 'lisura jobs' }, logger);
}

function workerLogger(worker: Awaited<ReturnType<typeof loadWorker>>, logger: Logger): WorkerLogger {
  return new worker.Logger(() => (level, message) => {
    if (level === 'error') logger.error(message);
    else if (level === 'warning') logger.warn(message);
    else logger.debug(message);
  });
}
