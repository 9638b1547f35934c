import { parseCrontab, type Runner, run, runMigrations, type TaskList, Logger as WorkerLogger } from 'graphile-worker';
import type { Pool } from 'pg';
import { createPool, type DatabaseAddress, type Tx } from './db.ts';
import type { Logger } from './logger.ts';
import { sql } from './sql.ts';

/** A piece of work that outlives the request that asked for it. Run at least once, so it must bear repetition. */
type Job = (payload: unknown) => Promise<void>;

export interface JobSet {
  readonly tasks: Readonly<Record<string, Job>>;
  /** Lines of a crontab in UTC: `0 * * * * name`. Each due time runs once over all processes. */
  readonly schedule?: readonly string[];
}

interface AddJobOptions {
  /** A job with the same key that waits is replaced, so that a thing is queued once. */
  jobKey?: string;
  runAt?: Date;
  maxAttempts?: number;
}

/** Adds a job in the transaction that needs it: it exists if and only if that commits. */
export async function addJob(tx: Tx, name: string, payload: object, options: AddJobOptions = {}): Promise<void> {
  await tx.query(sql`
    select graphile_worker.add_job(
      ${name}::text, payload => ${JSON.stringify(payload)}::json, run_at => ${options.runAt ?? null}::timestamptz,
      max_attempts => ${options.maxAttempts ?? null}::int, job_key => ${options.jobKey ?? null}::text)`);
}

/** The queue's own tables, in their own schema. Safe to call from several processes at once. */
export async function migrateJobs(address: DatabaseAddress, logger: Logger): Promise<void> {
  const pool = jobPool(address, logger);
  try {
    await runMigrations({ pgPool: pool, logger: workerLogger(logger) });
  } finally {
    await pool.end();
  }
}

export interface JobRunner {
  stop(): Promise<void>;
}

export async function startJobs(
  address: DatabaseAddress,
  jobSets: readonly JobSet[],
  logger: Logger,
): Promise<JobRunner> {
  const pool = jobPool(address, logger);
  const taskList: TaskList = {};
  for (const { tasks } of jobSets) {
    for (const [name, job] of Object.entries(tasks)) taskList[name] = async (payload) => job(payload);
  }
  const schedule = jobSets.flatMap((set) => set.schedule ?? []).join('\n');
  const runner: Runner = await run({
    pgPool: pool,
    taskList,
    parsedCronItems: parseCrontab(schedule),
    concurrency: 2,
    pollInterval: 2_000,
    // The process has its own orderly end; two handlers would race.
    noHandleSignals: true,
    logger: workerLogger(logger),
  });
  return {
    stop: async () => {
      await runner.stop();
      await pool.end();
    },
  };
}

/** Apart from the requests' pool: a long job must not take a connection from them. */
function jobPool(address: DatabaseAddress, logger: Logger): Pool {
  return createPool(address, { max: 4, application_name: 'lisura jobs' }, logger);
}

function workerLogger(logger: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message) => {
    if (level === 'error') logger.error(message);
    else if (level === 'warning') logger.warn(message);
    else logger.debug(message);
  });
}
