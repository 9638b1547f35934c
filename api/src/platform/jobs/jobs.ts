import { EventEmitter } from 'node:events';
import type { Runner, TaskList, WorkerEvents, Logger as WorkerLogger } from 'graphile-worker';
import type { Pool } from 'pg';
import { createPool, type DatabaseAddress, type Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import { add, defineCount } from '../observability/counts.ts';
import type { Logger } from '../observability/logger.ts';
import { endsWithin } from '../time-limits.ts';
import { giveSignOfLife, type SignOfLife } from './job-runners.ts';

/** The library is loaded only where jobs run, not where they are added. */
const loadWorker = () => import('graphile-worker');

/** Work that outlives the request that asked for it. It runs at least once, so it must bear repetition. */
type Job = (payload: unknown) => Promise<void>;

export interface JobSet {
  readonly tasks: Readonly<Record<string, Job>>;
  /** Lines of a crontab in UTC: `0 * * * * name`. Each due time runs once over all processes. */
  readonly schedule?: readonly string[];
}

interface AddJobOptions {
  /** Replaces a waiting job with the same key, so that the work is queued once. */
  jobKey?: string;
  runAt?: Date;
  maxAttempts?: number;
}

/** Adds a job in the caller's transaction, so that it exists only if that commits. */
export async function addJob(tx: Tx, name: string, payload: object, options: AddJobOptions = {}): Promise<void> {
  await tx.query(sql`
    select graphile_worker.add_job(
      ${name}::text, payload => ${JSON.stringify(payload)}::json, run_at => ${options.runAt ?? null}::timestamptz,
      max_attempts => ${options.maxAttempts ?? null}::int, job_key => ${options.jobKey ?? null}::text)`);
}

/** The queue has tables in a schema of its own. Several processes may create them at once. */
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
  /** Jobs under way may finish. Longer ones are given back for another process to run again. */
  stop(withinMs?: number): Promise<void>;
}

const UNHURRIED_STOP_MS = 60_000;
/** Of one process. */
const JOBS_AT_ONCE = 2;

export async function startJobs(
  address: DatabaseAddress,
  jobSets: readonly JobSet[],
  logger: Logger,
  concurrency = JOBS_AT_ONCE,
): Promise<JobRunner> {
  const pool = jobPool(address, logger);
  /** The name that locks our jobs, and the proof that its process lives. */
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
    // The process has its own orderly end; two handlers would race.
    noHandleSignals: true,
    logger: workerLogger(worker, logger),
  });
  return {
    stop: async (withinMs = UNHURRIED_STOP_MS) => {
      const { runner: name, life } = await named;
      const haveEnded = await endsWithin(withinMs, runner.stop());
      if (!haveEnded) await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [[name]]);
      await life.end();
      // Otherwise the pool stays open, because the job may still end and report it.
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

/** Jobs have a pool of their own, because a long one must not take a connection from requests. */
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
