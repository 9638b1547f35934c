import { endsWithin } from '../../../../../platform/time-limits.ts';
import { raiseAlert, resolveAlert } from '../../../../people/alerts/index.ts';
import { FEED_STOPPED, feedStopped } from '../tracking.alerts.ts';
import type { StatusReport } from '../tracking.types.ts';
import { applyFeed, type FeedDeps } from './apply-feed.ts';
import { reportsOf } from './feed-messages.ts';
import { createMarketFeed, type MarketFeedDeps, type Wait } from './market-feed.ts';

/** Messages that wait to be applied. What comes beyond them the poll finds. */
const MAX_WAITING = 1_000;
const STOP_MS = 1_000;

export interface FollowDeps extends FeedDeps {
  /** Null: no key is configured, and nothing is connected. */
  marketFeed: MarketFeedDeps['feed'] | null;
  waitForRetry?: Wait;
}

export interface FeedFollower {
  start(): void;
  /** What was heard is applied, as far as that is quick. */
  stop(): Promise<void>;
}

/** What the feed says is applied one after another. Several processes may each follow it: who is second finds nothing new. */
export function followFeed(deps: FollowDeps): FeedFollower {
  const { marketFeed, logger, waitForRetry } = deps;
  if (marketFeed === null) return { start: () => undefined, stop: async () => undefined };
  let waiting = 0;
  let lastTurn: Promise<void> = Promise.resolve();

  function inTurn(work: () => Promise<void>): void {
    waiting += 1;
    lastTurn = lastTurn
      .then(work)
      // The poll asks for what is lost here.
      .catch((err: unknown) => logger.warn({ err }, 'What the feed of the marketplace said could not be applied'))
      .finally(() => {
        waiting -= 1;
      });
  }

  function onMessage(message: unknown): void {
    const statusReports = reportsOf(message);
    // Not what it says: it is somebody else's, of any size.
    if (statusReports === null) logger.warn('A message of the feed of the marketplace could not be read');
    else if (waiting >= MAX_WAITING) logger.warn('The feed of the marketplace says more than can be applied');
    else inTurn(() => applyAll(deps, statusReports));
  }

  const feed = createMarketFeed({
    feed: marketFeed,
    logger,
    onMessage,
    onConnected: () => inTurn(() => resolveAlert(deps.db, FEED_STOPPED)),
    onStopped: (attempts) => inTurn(() => raiseAlert(deps.db, feedStopped(attempts))),
    ...(waitForRetry === undefined ? {} : { wait: waitForRetry }),
  });
  return {
    start: feed.start,
    stop: async () => {
      feed.stop();
      await endsWithin(STOP_MS, lastTurn);
    },
  };
}

async function applyAll(deps: FeedDeps, statusReports: readonly StatusReport[]): Promise<void> {
  for (const seen of statusReports) await applyFeed(deps, seen);
}
