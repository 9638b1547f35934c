import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../app/config.ts';
import type { Announcements } from '../platform/database/announcements.ts';
import { isConnectionFailure } from '../platform/database/database-errors.ts';
import type { DatabaseAddress } from '../platform/database/db.ts';
import { migrate } from '../platform/database/migrate.ts';
import { refusePooler } from '../platform/database/session-check.ts';
import { migrateJobs } from '../platform/jobs/jobs.ts';
import type { Logger } from '../platform/observability/logger.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../migrations');
const WAIT_SECONDS = 60;
const AGAIN_MS = 500;

interface ReadyOptions {
  config: Pick<Config, 'databaseUrl'>;
  address: DatabaseAddress;
  announcements: Pick<Announcements, 'start'>;
  say: (line: string) => void;
  logger: Logger;
}

/** The first use of the database, and the form that this version needs. One that restarts meanwhile is waited for. */
export async function readyDatabase({ config, address, announcements, say, logger }: ReadyOptions): Promise<void> {
  const steps: (() => Promise<unknown>)[] = [
    () => reachDatabase(address, announcements, config),
    () => migrate(address, MIGRATIONS, logger),
    () => migrateJobs(address, logger),
  ];
  // An embedded one that is gone does not come back: it is of this process.
  for (const step of steps) await (config.databaseUrl === null ? step() : throughRestart(step, { say }));
}

/** What is wrong with its address shows here. */
async function reachDatabase(
  address: DatabaseAddress,
  announcements: ReadyOptions['announcements'],
  { databaseUrl }: ReadyOptions['config'],
) {
  if (databaseUrl === null) return announcements.start();
  try {
    await refusePooler(address);
    await announcements.start();
  } catch (error) {
    throw new Error(`the database of DATABASE_URL cannot be used: ${(error as Error).message}`, { cause: error });
  }
}

interface WaitOptions {
  say: (line: string) => void;
  now?: () => number;
  wait?: (ms: number) => Promise<unknown>;
}

/** Again while the database is not reached, for a minute; any other failure is one at once. Each step bears repetition. */
export async function throughRestart<Result>(
  step: () => Promise<Result>,
  { say, now = () => performance.now(), wait = sleep }: WaitOptions,
): Promise<Result> {
  let sinceMs: number | null = null;
  for (;;) {
    try {
      const result = await step();
      if (sinceMs !== null) say('PostgreSQL answers.');
      return result;
    } catch (error) {
      const { message, cause } = error as Error;
      const isAway = isConnectionFailure(error) || isConnectionFailure(cause);
      if (!isAway || (sinceMs !== null && now() - sinceMs >= WAIT_SECONDS * 1_000)) throw error;
      if (sinceMs === null) say(`PostgreSQL does not answer, and is waited for, ${WAIT_SECONDS} s at most: ${message}`);
      sinceMs ??= now();
      await wait(AGAIN_MS);
    }
  }
}
