import type { Logger } from '../observability/logger.ts';
import { assertDuration, type HotStore, isDuration, noDuration } from './hot-store.ts';
import { createMemoryStore } from './memory.ts';
import { messageOf, type RedisStore } from './redis.ts';

const DELETES_PER_CALL = 1_000;
/** Nobody waits for a trial. */
const TRIAL_LIMIT_MS = 2_000;

export interface ResilienceLimits {
  /** How long Redis is left alone after a failure, before one trial. */
  retryMs?: number;
  maxUnsentDeletes?: number;
}

/**
 * Redis is an accelerator: it may be flushed, frozen or vanish at any moment. This store then goes on without it, no
 * call rejects and no check opens:
 *
 * - `get` and `getAndRenew` know nothing, so that callers read PostgreSQL;
 * - `setIfAbsent` and `countHits` are decided within the process, which has followed them all along;
 * - `set` and `delete` are not lost in silence: what they were to replace is still in Redis, and a revoked session
 *   must never be read back alive. Their keys are kept and deleted before anything is read from Redis again.
 *
 * After a failure nobody waits for the time-out again: calls are answered from here until a trial, one each
 * `retryMs`, has found Redis answering and has sent the deletes. A trial has more patience than a call, and only where
 * it fails too is Redis said to be away: on a busy machine a single late answer is nothing to tell anybody.
 */
export function createResilientStore(redis: RedisStore, logger: Logger, limits: ResilienceLimits = {}): HotStore {
  const { retryMs = 1_000, maxUnsentDeletes = 50_000 } = limits;
  const windows = createMemoryStore();
  const leasesOfRedis = createMemoryStore();
  const leasesGivenAlone = createMemoryStore();

  // Invariant: while a delete is unsent, isAway is true.
  let isAway = false;
  let isToldAway = false;
  let isClosed = false;
  let trialTimer: NodeJS.Timeout | undefined;
  const unsentDeletes = new Set<string>();
  let mustDeleteAll = false;

  // One promise and not a chain of async functions: every request with a session passes here.
  function attempt<T>(call: () => Promise<T>, goOnAlone: () => T | Promise<T>): Promise<T> {
    if (isAway) return Promise.resolve(goOnAlone());
    return call().catch((error) => {
      leaveAlone(error);
      // In the same tick as isAway was set: no read can come in between and find the old value.
      return goOnAlone();
    });
  }

  function leaveAlone(error: unknown): void {
    if (isAway) return;
    isAway = true;
    logger.debug({ reason: messageOf(error) }, 'redis failed once: going on without until a trial');
    scheduleTrial();
  }

  function scheduleTrial(): void {
    if (isClosed) return;
    trialTimer = setTimeout(tryAgain, retryMs);
    // The timer must not keep a process alive that has nothing else to do.
    trialTimer.unref();
  }

  async function tryAgain(): Promise<void> {
    try {
      await redis.ping(TRIAL_LIMIT_MS);
      await sendDeletesAndReturn();
    } catch (error) {
      if (!isToldAway) logger.warn({ reason: messageOf(error) }, 'redis is away: going on without');
      isToldAway = true;
      scheduleTrial();
    }
  }

  /** What is deleted meanwhile joins the list, so that Redis is used again only in the tick that finds it empty. */
  async function sendDeletesAndReturn(): Promise<void> {
    while (mustDeleteAll || unsentDeletes.size > 0) {
      if (mustDeleteAll) await sendDeleteAll();
      else await sendSomeDeletes();
    }
    isAway = false;
    logger[isToldAway ? 'info' : 'debug']('redis is back');
    isToldAway = false;
  }

  async function sendDeleteAll(): Promise<void> {
    mustDeleteAll = false;
    try {
      await redis.deleteAll();
    } catch (error) {
      mustDeleteAll = true;
      throw error;
    }
  }

  async function sendSomeDeletes(): Promise<void> {
    const keys = [...unsentDeletes.values().take(DELETES_PER_CALL)];
    // Off the list before they are sent: one that is deleted again meanwhile must be sent again.
    for (const key of keys) unsentDeletes.delete(key);
    try {
      await redis.delete(keys);
    } catch (error) {
      keepDeletes(keys);
      throw error;
    }
  }

  /** The list is bounded. Where it overflows, all keys go: copies that are too many to name are cheap to make anew. */
  function keepDeletes(keys: readonly string[]): void {
    if (mustDeleteAll) return;
    for (const key of keys) unsentDeletes.add(key);
    if (unsentDeletes.size <= maxUnsentDeletes) return;
    mustDeleteAll = true;
    unsentDeletes.clear();
  }

  return {
    kind: 'redis',
    get isThere() {
      return !isAway;
    },
    get: (key) =>
      attempt(
        () => redis.get(key),
        () => null,
      ),
    getAndRenew: (key, ttlMs) => {
      if (!isDuration(ttlMs)) return Promise.reject(noDuration(ttlMs));
      return attempt(
        () => redis.getAndRenew(key, ttlMs),
        () => null,
      );
    },
    set: async (key, value, ttlMs) => {
      assertDuration(ttlMs);
      await attempt(
        () => redis.set(key, value, ttlMs),
        () => keepDeletes([key]),
      );
    },
    setIfAbsent: async (key, value, ttlMs) => {
      assertDuration(ttlMs);
      // What this process was given while alone still holds after Redis, which has not heard of it, is back.
      if ((await leasesGivenAlone.get(key)) !== null) return false;
      return attempt(
        async () => {
          const isGiven = await redis.setIfAbsent(key, value, ttlMs);
          if (isGiven) await leasesOfRedis.set(key, value, ttlMs);
          return isGiven;
        },
        async () => {
          if ((await leasesOfRedis.get(key)) !== null) return false;
          return leasesGivenAlone.setIfAbsent(key, value, ttlMs);
        },
      );
    },
    delete: async (keys) => {
      await Promise.all([leasesOfRedis.delete(keys), leasesGivenAlone.delete(keys), windows.delete(keys)]);
      await attempt(
        () => redis.delete(keys),
        () => keepDeletes(keys),
      );
    },
    countHits: async (hits) => {
      // Counted here too in good times, a fraction of a microsecond each, so that an outage gives nobody a fresh start.
      const ownCounts = await windows.countHits(hits);
      return attempt(
        () => redis.countHits(hits),
        () => ownCounts,
      );
    },
    ping: () => redis.ping(),
    close: async () => {
      isClosed = true;
      clearTimeout(trialTimer);
      // The list ends with the process: one last attempt.
      if (isAway) await sendDeletesAndReturn().catch(() => {});
      await Promise.all([windows.close(), leasesOfRedis.close(), leasesGivenAlone.close(), redis.close()]);
    },
  };
}
