import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { DatabaseAddress } from '../database/db.ts';
import { createProcessLock } from '../database/one-process.ts';
import type { Logger } from '../observability/logger.ts';

/**
 * Frees the jobs of dead processes. A job is locked by the name of its runner, and the library frees it only after four
 * hours. So a runner holds an advisory lock made of its name on a connection of its own. The server releases that when
 * the process is gone, and at no other time: a slow or stopped process keeps its connection, and with it its jobs.
 */
const lockOf = (runner: string): number =>
  Number.parseInt(createHash('sha256').update(`jobs of ${runner}`).digest('hex').slice(0, 12), 16);

const LOOK_EVERY_MS = 5_000;
/** A lost connection of a living process is replaced sooner than this. */
const GONE_AFTER_MS = 20_000;

export interface ReleaseDeps {
  pool: Pick<Pool, 'query'>;
  /** Returns milliseconds that only grow. */
  now(): number;
}

/** Frees the jobs of runners that are gone, and returns them. Call it repeatedly, because one look proves nothing. */
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

/** Lists runners that have locked a job and show no sign of life. */
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

export interface SignOfLife {
  /** Resolves when the lock is held for the first time: before that no job may run under this name. */
  given: Promise<void>;
  end(): Promise<void>;
}

interface LifeDeps extends Pick<ReleaseDeps, 'pool'> {
  address: DatabaseAddress;
  runner: string;
  logger: Logger;
}

/** Holds the lock for as long as the process lives, and frees the jobs of dead ones. */
export function giveSignOfLife({ address, runner, pool, logger }: LifeDeps): SignOfLife {
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
