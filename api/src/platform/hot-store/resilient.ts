import type { Logger } from '../observability/logger.ts';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';
import { assertDuration, type HotStore, isDuration, noDuration } from './hot-store.ts';
import { createMemoryStore } from './memory.ts';
import type { RedisStore } from './redis.ts';
import { keepDeletes, noUnsentDeletes } from './unsent-deletes.ts';

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
