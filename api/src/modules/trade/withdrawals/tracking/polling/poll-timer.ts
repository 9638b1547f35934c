import type { Logger } from '../../../../../platform/observability/logger.ts';
import { endsWithin } from '../../../../../platform/time-limits.ts';
import { POLL_EVERY_MS, type PollDeps, pollOpen } from './poll-withdrawals.ts';

/** Calls again and again; gives what ends it. */
export type Ticker = (everyMs: number, tick: () => void) => () => void;

const systemTicker: Ticker = (everyMs, tick) => {
  const timer = setInterval(tick, everyMs).unref();
  return () => clearInterval(timer);
};

/** A stop does not wait for the marketplace: another process takes over when the lease ends. */
const STOP_MS = 1_000;

export interface PollTimer {
  start(): void;
  stop(): Promise<void>;
}

/** Every half minute, unless the poll before is still under way. Cron lines know whole minutes alone. */
export function createPollTimer(deps: PollDeps & { logger: Logger; ticker?: Ticker }): PollTimer {
  const { logger, marketplace, ticker = systemTicker } = deps;
  let running: Promise<void> | null = null;
  let end = () => {};

  function tick(): void {
    if (running !== null) return;
    running = pollOpen(deps)
      .then(() => undefined)
      .catch((err: unknown) => logger.warn({ err }, 'The marketplace could not be asked for withdrawals'))
      .finally(() => {
        running = null;
      });
  }

  return {
    start: () => {
      if (marketplace.isConfigured) end = ticker(POLL_EVERY_MS, tick);
    },
    stop: async () => {
      end();
      if (running !== null) await endsWithin(STOP_MS, running);
    },
  };
}
