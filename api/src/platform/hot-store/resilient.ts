import type { Logger } from '../observability/logger.ts';
import { assertDuration, createMemoryStore, type HotStore, isDuration, noDuration } from './hot-store.ts';
import type { RedisStore } from './redis.ts';
import { messageOf } from './redis.ts';

/** No caller waits for a trial. */
const TRIAL_LIMIT_MS = 2_000;

interface CircuitBreaker {
  readonly isOpen: boolean;
  /** Falls back to `goOnAlone` if Redis fails or has failed. */
  attempt<T>(call: () => Promise<T>, goOnAlone: () => T | Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface BreakerOptions {
  redis: RedisStore;
  unsentDeletes: UnsentDeletes;
  retryMs: number;
  logger: Logger;
}

/**
 * After a failure calls do without Redis until a trial succeeds and has sent the deletes. Only a failed trial reports
 * an outage, because one late answer means nothing.
 */
function createCircuitBreaker({ redis, unsentDeletes, retryMs, logger }: BreakerOptions): CircuitBreaker {
  // Invariant: it is true while a delete is unsent.
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

  /** Deletes meanwhile join the list; Redis is used again in the tick that finds it empty. */
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
    // Every request with a session passes here, so it is one promise.
    attempt: (call, goOnAlone) => {
      if (isOpen) return Promise.resolve(goOnAlone());
      return call().catch((error) => {
        open(error);
        // It runs in the tick that set isOpen, before a read can find the old value.
        return goOnAlone();
      });
    },
    close: async () => {
      isClosed = true;
      clearTimeout(trialTimer);
      // The list ends with the process.
      if (isOpen) await sendDeletesAndReturn().catch(() => {});
    },
  };
}

export interface ResilienceLimits {
  retryMs?: number;
  maxUnsentDeletes?: number;
}

/**
 * Without Redis no call rejects and no check opens: reads find nothing, so callers ask PostgreSQL, and the process
 * decides leases and counts itself. Keys of failed writes are deleted in Redis before it is read again, or revoked
 * sessions would return.
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
      // Counting here too keeps limits through an outage.
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

/** Each lease keeps its giver, so that none is given twice. */
function createLeases(redis: RedisStore, breaker: CircuitBreaker): Pick<HotStore, 'setIfAbsent' | 'delete' | 'close'> {
  const givenByRedis = createMemoryStore();
  const givenAlone = createMemoryStore();
  return {
    setIfAbsent: async (key, value, ttlMs) => {
      assertDuration(ttlMs);
      // Redis does not know this lease, but it still holds.
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

const DELETES_PER_CALL = 1_000;

type Deletes = Pick<RedisStore, 'delete' | 'deleteAll'>;

/** These keys must be deleted in Redis before they are read there. */
export interface UnsentDeletes {
  keys: Set<string>;
  maxKeys: number;
  /** More keys than `maxKeys`: the whole store is deleted. */
  isOverflowed: boolean;
}

export const noUnsentDeletes = (maxKeys: number): UnsentDeletes => ({ keys: new Set(), maxKeys, isOverflowed: false });

export const areDeletesUnsent = ({ keys, isOverflowed }: UnsentDeletes) => isOverflowed || keys.size > 0;

/** If the list overflows, all keys are deleted, because copies are cheap. */
export function keepDeletes(unsent: UnsentDeletes, keys: readonly string[]): void {
  if (unsent.isOverflowed) return;
  for (const key of keys) unsent.keys.add(key);
  if (unsent.keys.size <= unsent.maxKeys) return;
  unsent.isOverflowed = true;
  unsent.keys.clear();
}

export function sendSomeDeletes(unsent: UnsentDeletes, redis: Deletes): Promise<void> {
  return unsent.isOverflowed ? sendDeleteAll(unsent, redis) : sendNamedDeletes(unsent, redis);
}

async function sendDeleteAll(unsent: UnsentDeletes, redis: Deletes): Promise<void> {
  unsent.isOverflowed = false;
  try {
    await redis.deleteAll();
  } catch (error) {
    unsent.isOverflowed = true;
    throw error;
  }
}

async function sendNamedDeletes(unsent: UnsentDeletes, redis: Deletes): Promise<void> {
  const keys = [...unsent.keys.values().take(DELETES_PER_CALL)];
  // A key may be deleted again meanwhile, so it leaves the list first.
  for (const key of keys) unsent.keys.delete(key);
  try {
    await redis.delete(keys);
  } catch (error) {
    keepDeletes(unsent, keys);
    throw error;
  }
}
