import type { Logger } from '../observability/logger.ts';
import { assertDuration, type HotStore, isDuration, noDuration } from './hot-store.ts';
import { createMemoryStore } from './memory.ts';
import type { RedisStore } from './redis.ts';
import { messageOf } from './redis-connection.ts';
import {
  areDeletesUnsent,
  keepDeletes,
  noUnsentDeletes,
  sendSomeDeletes,
  type UnsentDeletes,
} from './unsent-deletes.ts';

/** No caller waits for a trial, so it may take longer. */
const TRIAL_LIMIT_MS = 2_000;

/** Keeps calls away from a Redis that has failed, until a trial succeeds. */
interface CircuitBreaker {
  readonly isOpen: boolean;
  /** Answers by `call`, or by `goOnAlone` if that fails or Redis has failed before. */
  attempt<T>(call: () => Promise<T>, goOnAlone: () => T | Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface BreakerOptions {
  redis: RedisStore;
  unsentDeletes: UnsentDeletes;
  /** The pause after a failure before one trial. */
  retryMs: number;
  logger: Logger;
}

/**
 * After a failure no caller waits for the time-out again: calls are answered without Redis until a trial, one each
 * `retryMs`, succeeds and has sent the deletes. A trial is more patient than a call, and only its failure reports Redis
 * as away, because a single late answer of a busy machine means nothing.
 */
function createCircuitBreaker({ redis, unsentDeletes, retryMs, logger }: BreakerOptions): CircuitBreaker {
  // Invariant: while a delete is unsent, isOpen is true.
  let isOpen = false;
  let isLogged = false;
  let isClosed = false;
  let trialTimer: NodeJS.Timeout | undefined;

  function open(error: unknown): void {
    if (isOpen) return;
    isOpen = true;
    logger.debug({ reason: messageOf(error) }, 'redis failed once: going on without until a trial');
    scheduleTrial();
  }

  function scheduleTrial(): void {
    if (isClosed) return;
    // The timer must not keep an otherwise finished process alive.
    trialTimer = setTimeout(tryAgain, retryMs).unref();
  }

  async function tryAgain(): Promise<void> {
    try {
      await redis.ping(TRIAL_LIMIT_MS);
      await sendDeletesAndReturn();
    } catch (error) {
      if (!isLogged) logger.warn({ reason: messageOf(error) }, 'redis is away: going on without');
      isLogged = true;
      scheduleTrial();
    }
  }

  /** Deletes meanwhile join the list, so that Redis is used again only in the tick that finds it empty. */
  async function sendDeletesAndReturn(): Promise<void> {
    while (areDeletesUnsent(unsentDeletes)) await sendSomeDeletes(unsentDeletes, redis);
    isOpen = false;
    logger[isLogged ? 'info' : 'debug']('redis is back');
    isLogged = false;
  }

  return {
    get isOpen() {
      return isOpen;
    },
    // This is one promise and not a chain of async functions, because every request with a session passes here.
    attempt: (call, goOnAlone) => {
      if (isOpen) return Promise.resolve(goOnAlone());
      return call().catch((error) => {
        open(error);
        // This runs in the tick in which isOpen was set, so that no read can find the old value in between.
        return goOnAlone();
      });
    },
    close: async () => {
      isClosed = true;
      clearTimeout(trialTimer);
      // The list ends with the process, so this is the last attempt.
      if (isOpen) await sendDeletesAndReturn().catch(() => {});
    },
  };
}

export interface ResilienceLimits {
  /** The pause after a failure before one trial. */
  retryMs?: number;
  maxUnsentDeletes?: number;
}

/**
 * Redis is an accelerator: it may be flushed, frozen or vanish at any moment. This store then goes on without it, and
 * no call rejects and no check opens. `get` and `getAndRenew` find nothing, so that callers read PostgreSQL. The
 * process itself decides `setIfAbsent` and `countHits`, which it has followed all along. `set` and `delete` are not
 * lost: their old values are still in Redis, and a revoked session must never be read back alive, so their keys are
 * deleted there before anything is read again.
 */
export function createResilientStore(redis: RedisStore, logger: Logger, limits: ResilienceLimits = {}): HotStore {
  const { retryMs = 1_000, maxUnsentDeletes = 50_000 } = limits;
  const unsentDeletes = noUnsentDeletes(maxUnsentDeletes);
  const breaker = createCircuitBreaker({ redis, unsentDeletes, retryMs, logger });
  const leases = createLeases(redis, breaker);
  const windows = createMemoryStore();

  return {
    kind: 'redis',
    get isThere() {
      return !breaker.isOpen;
    },
    get: (key) =>
      breaker.attempt(
        () => redis.get(key),
        () => null,
      ),
    getAndRenew: (key, ttlMs) => {
      if (!isDuration(ttlMs)) return Promise.reject(noDuration(ttlMs));
      return breaker.attempt(
        () => redis.getAndRenew(key, ttlMs),
        () => null,
      );
    },
    set: async (key, value, ttlMs) => {
      assertDuration(ttlMs);
      await breaker.attempt(
        () => redis.set(key, value, ttlMs),
        () => keepDeletes(unsentDeletes, [key]),
      );
    },
    setIfAbsent: leases.setIfAbsent,
    delete: async (keys) => {
      await Promise.all([leases.delete(keys), windows.delete(keys)]);
      await breaker.attempt(
        () => redis.delete(keys),
        () => keepDeletes(unsentDeletes, keys),
      );
    },
    countHits: async (hits) => {
      // The process counts in good times, too, at a fraction of a microsecond each, so that an outage does not reset a
      // limit.
      const ownCounts = await windows.countHits(hits);
      return breaker.attempt(
        () => redis.countHits(hits),
        () => ownCounts,
      );
    },
    ping: () => redis.ping(),
    close: async () => {
      await breaker.close();
      await Promise.all([windows.close(), leases.close(), redis.close()]);
    },
  };
}

/** Remembers each lease with its giver, so that none is given twice when Redis goes or comes back. */
function createLeases(redis: RedisStore, breaker: CircuitBreaker): Pick<HotStore, 'setIfAbsent' | 'delete' | 'close'> {
  const givenByRedis = createMemoryStore();
  const givenAlone = createMemoryStore();
  return {
    setIfAbsent: async (key, value, ttlMs) => {
      assertDuration(ttlMs);
      // A lease that this process gave while alone still holds after Redis, which does not know it, is back.
      if ((await givenAlone.get(key)) !== null) return false;
      return breaker.attempt(
        async () => {
          const isGiven = await redis.setIfAbsent(key, value, ttlMs);
          if (isGiven) await givenByRedis.set(key, value, ttlMs);
          return isGiven;
        },
        async () => {
          if ((await givenByRedis.get(key)) !== null) return false;
          return givenAlone.setIfAbsent(key, value, ttlMs);
        },
      );
    },
    delete: async (keys) => {
      await Promise.all([givenByRedis.delete(keys), givenAlone.delete(keys)]);
    },
    close: async () => {
      await Promise.all([givenByRedis.close(), givenAlone.close()]);
    },
  };
}
