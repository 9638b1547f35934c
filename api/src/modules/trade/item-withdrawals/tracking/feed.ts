import { setTimeout as pause } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { transaction } from '../../../../platform/database/db.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import { OutsideError } from '../../../../platform/outbound/outside-error.ts';
import { endsWithin } from '../../../../platform/time-limits.ts';
import { raiseAlert, resolveAlert } from '../../../people/alerts/index.ts';
import type { Marketplace } from '../../marketplace/index.ts';
import { lockItemWithdrawalByMarketId } from '../item-withdrawals.sql.ts';
import { type ApplyDeps, applyReport, polledReport, reportsOf } from './apply-report.ts';
import { FEED_STOPPED, feedDoubted, feedStopped } from './tracking.messages.ts';
import { cameToNothing, isOpen, isUndone, type StatusReport } from './tracking.rules.ts';

const RETRY_MS = 5_000;
const MAX_ATTEMPTS = 10;

/** It ends early, without an error, when the signal is aborted. */
type Wait = (durationMs: number, signal: AbortSignal) => Promise<void>;

/** It does not keep the process alive. */
const systemWait: Wait = (durationMs, signal) => pause(durationMs, undefined, { signal, ref: false }).catch(() => {});

interface MarketFeedDeps {
  feed: { url: string; apiKey: string };
  logger: Logger;
  onMessage(message: unknown): void;
  onConnected(): void;
  /** It is called after the last attempt. */
  onStopped(attempts: number): void;
  wait?: Wait;
}

interface MarketFeed {
  start(): void;
  stop(): void;
}

/**
 * It reconnects after 5 seconds times the number of the attempt. A success begins the count anew; after ten failures in
 * a row it stops, and the poll remains.
 */
function createMarketFeed(deps: MarketFeedDeps): MarketFeed {
  const { logger, onConnected, onStopped, wait = systemWait } = deps;
  const stopping = new AbortController();

  async function run(): Promise<void> {
    let attempts = 0;
    while (!stopping.signal.aborted) {
      const reason = await listen(deps, stopping.signal, () => {
        if (attempts > 0) logger.info('The feed of the marketplace is connected again');
        attempts = 0;
        onConnected();
      });
      if (stopping.signal.aborted) return;
      if (attempts === MAX_ATTEMPTS) {
        logger.error({ reason, attempts }, 'The feed of the marketplace is given up; the poll goes on');
        return onStopped(attempts);
      }
      attempts += 1;
      const delayMs = RETRY_MS * attempts;
      logger.warn({ reason, attempts, delayMs }, 'The feed of the marketplace is not connected');
      await wait(delayMs, stopping.signal);
    }
  }

  return {
    start: () => void run(),
    stop: () => stopping.abort(),
  };
}

/** It resolves with the reason of the end. */
async function listen(
  { feed, onMessage }: Pick<MarketFeedDeps, 'feed' | 'onMessage'>,
  signal: AbortSignal,
  onConnected: () => void,
): Promise<string> {
  // Only a process with a feed loads it.
  const { io } = await import('socket.io-client');
  const socket: Socket = io(feed.url, {
    path: '/socket.io/',
    transports: ['websocket'],
    extraHeaders: { authorization: feed.apiKey },
    reconnection: false,
    forceNew: true,
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  const onAbort = () => resolve('stopped');
  signal.addEventListener('abort', onAbort);
  socket.on('connect', onConnected);
  socket.on('steamTrade', onMessage);
  socket.on('disconnect', (reason) => resolve(reason));
  // Only the message is taken, because the error holds the request with the key.
  socket.on('connect_error', ({ message }) => resolve(message));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
    socket.removeAllListeners();
    socket.disconnect();
  }
}

interface FeedDeps extends ApplyDeps {
  marketplace: Pick<Marketplace, 'tradesByMarketId'>;
  logger: Logger;
}

/**
 * The feed alone neither releases the item of an open withdrawal nor suspends a user: the marketplace is asked first,
 * outside any transaction. If it disagrees, nothing changes and an alert is raised. If it does not answer, the poll
 * asks again.
 */
async function applyFeed(deps: FeedDeps, seen: StatusReport): Promise<void> {
  const heard = await applyReport(deps, seen);
  if (heard?.verdict !== 'UNCONFIRMED') return;
  const asked = await askForOne(deps, seen.marketId);
  if (asked === null) return;
  const isDelivered = heard.withdrawal.status === 'COMPLETED';
  const isConfirmed = isDelivered ? isUndone(asked) : cameToNothing(asked.status);
  if (!isConfirmed) await notifyOfDoubt(deps, seen, asked);
  else if (isDelivered) await applyReport(deps, asked);
  // The feed has its own names for an end; only the marketplace says whether it is a reversal.
  else await applyReport(deps, { ...seen, isRollback: asked.isRollback, source: 'POLL' });
}

async function askForOne({ marketplace, logger }: FeedDeps, marketId: string): Promise<StatusReport | null> {
  try {
    const trades = await marketplace.tradesByMarketId([marketId]);
    const trade = trades.find((each) => each.marketId === marketId);
    if (trade !== undefined) return polledReport(trade);
    logger.warn(
      { marketId },
      'The marketplace does not know a purchase that its feed says came to nothing or was taken back',
    );
  } catch (err) {
    if (!(err instanceof OutsideError)) throw err;
    logger.warn(
      { err, marketId },
      'The marketplace could not be asked for what its feed says came to nothing or was taken back',
    );
  }
  return null;
}

/** A withdrawal that has failed or was reversed meanwhile needs no alert: its source has asked the marketplace too. */
async function notifyOfDoubt({ db }: FeedDeps, seen: StatusReport, asked: StatusReport): Promise<void> {
  await transaction(db, async (tx) => {
    const found = await lockItemWithdrawalByMarketId(tx, seen.marketId);
    if (found === null) return;
    const isStanding = isOpen(found.status) || (found.status === 'COMPLETED' && found.reversedAt === null);
    if (isStanding) await raiseAlert(tx, feedDoubted(found, seen, asked));
  });
}

/** The poll finds what comes beyond these. */
const MAX_WAITING = 1_000;
const STOP_MS = 1_000;

export interface FollowDeps extends FeedDeps {
  /** Null: no key is configured. */
  marketFeed: MarketFeedDeps['feed'] | null;
  waitForRetry?: Wait;
}

export interface FeedFollower {
  start(): void;
  /** Messages that were received are applied, if that is quick. */
  stop(): Promise<void>;
}

/** Several processes may follow the feed: the second to report finds nothing new. */
export function followFeed(deps: FollowDeps): FeedFollower {
  const { marketFeed, logger, waitForRetry } = deps;
  if (marketFeed === null) return { start: () => undefined, stop: async () => undefined };
  let waiting = 0;
  let lastTurn: Promise<void> = Promise.resolve();

  function inTurn(work: () => Promise<void>): void {
    waiting += 1;
    lastTurn = lastTurn
      .then(work)
      // The poll finds what is lost here.
      .catch((err: unknown) => logger.warn({ err }, 'What the feed of the marketplace said could not be applied'))
      .finally(() => {
        waiting -= 1;
      });
  }

  function onMessage(message: unknown): void {
    const statusReports = reportsOf(message);
    // The message itself is not logged, because it is foreign and of any size.
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
