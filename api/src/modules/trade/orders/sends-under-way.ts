import type { Logger } from '../../../platform/observability/logger.ts';
import { endsWithin } from '../../../platform/time-limits.ts';

/** What a process has begun with orders, so that it does not stop in the middle of it. */
export interface SendsUnderWay {
  /** Given when the process stops: from then on nothing is begun. */
  readonly stopping: AbortSignal;
  /** A stop waits for it. */
  add<Result>(work: Promise<Result>): Promise<Result>;
  /** What takes longer than that is left to the job, as if the process had died. */
  stop(withinMs: number): Promise<void>;
}

export function createSendsUnderWay(logger: Logger): SendsUnderWay {
  const underWay = new Set<Promise<unknown>>();
  const stop = new AbortController();

  /** Also what is begun by the last of them, such as writing again what could not be written. */
  async function allEnded(): Promise<void> {
    while (underWay.size > 0) await Promise.allSettled(underWay);
  }

  return {
    stopping: stop.signal,
    add: (work) => {
      const ended: Promise<unknown> = work.finally(() => underWay.delete(ended));
      underWay.add(ended);
      // Who asked for the work hears how it ended.
      ended.catch(() => undefined);
      return work;
    },
    stop: async (withinMs) => {
      stop.abort();
      if (underWay.size === 0 || (await endsWithin(withinMs, allEnded()))) return;
      logger.warn({ orders: underWay.size }, 'The process stops while orders are being sent: the job looks for them');
    },
  };
}
