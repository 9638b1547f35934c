import type { Logger } from '../observability/logger.ts';
import type { RedisStore } from './redis.ts';
import { messageOf } from './redis-connection.ts';
import { areDeletesUnsent, sendSomeDeletes, type UnsentDeletes } from './unsent-deletes.ts';

/** No caller waits for a trial, so it may take longer. */
const TRIAL_LIMIT_MS = 2_000;

/** Keeps calls away from a Redis that has failed, until a trial succeeds. */
export interface CircuitBreaker {
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
export function createCircuitBreaker({ redis, unsentDeletes, retryMs, logger }: BreakerOptions): CircuitBreaker {
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
