import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { DatabaseAddress } from '../database/db.ts';
import { createProcessLock } from '../database/one-process.ts';
import type { Logger } from '../observability/logger.ts';

/**
 * A job is locked by the name of who runs it, and the library frees it four hours after that. So who runs jobs shows that
 * it lives: a connection of its own holds an advisory lock made of the name. The server gives that up when the process is
 * gone, and at no other time: one that is slow or stopped keeps its connection, and with it its jobs.
 */
const lockOf = (runner: string): number =>
  Number.parseInt(createHash('sha256').update(`jobs of ${runner}`).digest('hex').slice(0, 12), 16);

const LOOK_EVERY_MS = 5_000;
/** A connection that was lost while its process lives is made anew sooner. */
const GONE_AFTER_MS = 20_000;

export interface ReleaseDeps {
  pool: Pick<Pool, 'query'>;
  /** Milliseconds that only grow. */
  now(): number;
}

/** Gives back the jobs of runners that are gone; returns which. To be called again and again: one look proves nothing. */
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

/** Who has locked a job, and shows no sign of life. */
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
  /** Once it was given for the first time: until then nothing may be run under this name. */
  given: Promise<void>;
  end(): Promise<void>;
}

interface LifeDeps extends Pick<ReleaseDeps, 'pool'> {
  address: DatabaseAddress;
  runner: string;
  logger: Logger;
}

/** Shows for as long as the process lives that it does, and looks after the jobs of those that do not. */
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
