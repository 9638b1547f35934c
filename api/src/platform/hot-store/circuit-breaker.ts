import type { Logger } from '../observability/logger.ts';
import type { RedisStore } from './redis.ts';
import { messageOf } from './redis-connection.ts';
import { areDeletesUnsent, sendSomeDeletes, type UnsentDeletes } from './unsent-deletes.ts';

/** Nobody waits for a trial. */
const TRIAL_LIMIT_MS = 2_000;

/** Keeps calls from a Redis that has failed, until a trial has found it answering. */
export interface CircuitBreaker {
  readonly isOpen: boolean;
  /** Answers by `call`, or by `goOnAlone` where that fails or Redis has failed before. */
  attempt<T>(call: () => Promise<T>, goOnAlone: () => T | Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface BreakerOptions {
  redis: RedisStore;
  unsentDeletes: UnsentDeletes;
  /** How long Redis is left alone after a failure, before one trial. */
  retryMs: number;
  logger: Logger;
}

/**
 * After a failure nobody waits for the time-out again: calls are answered without Redis until a trial, one each
 * `retryMs`, has found it answering and has sent the deletes. A trial has more patience than a call, and only where it
 * fails too is Redis said to be away: on a busy machine a single late answer is nothing to tell anybody.
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
    // The timer must not keep a process alive that has nothing else to do.
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

  /** What is deleted meanwhile joins the list, so that Redis is used again only in the tick that finds it empty. */
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
    // One promise and not a chain of async functions: every request with a session passes here.
    attempt: (call, goOnAlone) => {
      if (isOpen) return Promise.resolve(goOnAlone());
      return call().catch((error) => {
        open(error);
        // In the same tick as isOpen was set: no read can come in between and find the old value.
        return goOnAlone();
      });
    },
    close: async () => {
      isClosed = true;
      clearTimeout(trialTimer);
      // The list ends with the process: one last attempt.
      if (isOpen) await sendDeletesAndReturn().catch(() => {});
    },
  };
}
