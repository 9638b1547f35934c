import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Config } from '../app/config.ts';
import type { Announcements } from '../platform/database/announcements.ts';
import { isConnectionFailure } from '../platform/database/database-errors.ts';
import type { DatabaseAddress } from '../platform/database/db.ts';
import { migrate } from '../platform/database/migrate.ts';
import { connectAlone } from '../platform/database/one-process.ts';
import { migrateJobs } from '../platform/jobs/jobs.ts';
import type { Logger } from '../platform/observability/logger.ts';

/** A pooler may use several sessions in any order, so one look could miss the fault. */
const LOOKS = 5;

/** No server has this time-out by default. */
const LIMIT = { lock_timeout: 4_321, shown: '4321ms' };

/**
 * Advisory locks, LISTEN, prepared statements and limits belong to a session. A pooler in transaction mode changes
 * sessions, so locks might never be released.
 */
export async function refusePooler(address: DatabaseAddress): Promise<void> {
  const client = await connectAlone(address, 'lisura start');
  try {
    if (await isDirect(client)) return;
    const fault = (await isShared(client, address)) ? NO_SESSIONS : await limitsFault(address);
    if (fault !== null) throw new Error(`${fault}: ${INSTEAD}`);
  } finally {
    await client.end();
  }
}

const NO_SESSIONS =
  'a pooler in transaction mode stands before it, where sessions are not kept (advisory locks, LISTEN, prepared statements)';
const NO_LIMITS = 'a pooler stands before it that does not pass on the limits of sessions (lock_timeout and others)';
const INSTEAD = 'connect to PostgreSQL itself, each process has a pool of its own';

async function isShared(one: Client, address: DatabaseAddress): Promise<boolean> {
  const other = await connectAlone(address, 'lisura start');
  try {
    for (let look = 0; look < LOOKS; look += 1) {
      const mark = randomUUID();
      await one.query(`select set_config('lisura.session', $1, false)`, [mark]);
      if ((await markOf(other)) === mark || (await markOf(one)) !== mark) return true;
    }
    return false;
  } finally {
    await other.end();
  }
}

/** A pooler refuses limits or drops them. */
async function limitsFault(address: DatabaseAddress): Promise<string | null> {
  try {
    const client = await connectAlone(address, 'lisura start', { lock_timeout: LIMIT.lock_timeout });
    try {
      const { rows } = await client.query<{ lock_timeout: string }>('show lock_timeout');
      return rows[0]?.lock_timeout === LIMIT.shown ? null : NO_LIMITS;
    } finally {
      await client.end();
    }
  } catch (error) {
    return /startup parameter/.test((error as Error).message) ? NO_LIMITS : Promise.reject(error);
  }
}

/** PostgreSQL's greeting has the number of the session; a pooler invents one. */
async function isDirect(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid === (client as Client & { processID: number | null }).processID;
}

async function markOf(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>(
    `select current_setting('lisura.session', true) as mark`,
  );
  return rows[0]?.mark ?? null;
}

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

/** Migrates the database. A database that restarts meanwhile is waited for. */
export async function readyDatabase({ config, address, announcements, say, logger }: ReadyOptions): Promise<void> {
  const steps: (() => Promise<unknown>)[] = [
    () => reachDatabase(address, announcements, config),
    () => migrate(address, MIGRATIONS, logger),
    () => migrateJobs(address, logger),
  ];
  // The embedded database belongs to this process and does not come back.
  for (const step of steps) await (config.databaseUrl === null ? step() : throughRestart(step, { say }));
}

/** A wrong address shows here. */
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

/**
 * Repeats the step for a minute while the database is unreachable. Any other failure is thrown at once, so each step
 * must be safe to repeat.
 */
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
