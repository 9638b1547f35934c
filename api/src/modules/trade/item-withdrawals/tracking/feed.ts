import { setTimeout as pause } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { transaction } from '../../../../platform/database/db.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import { OutsideError } from '../../../../platform/outbound/outside-error.ts';
import { endsWithin } from '../../../../platform/time-limits.ts';
import { raiseAlert, resolveAlert } from '../../../people/alerts/index.ts';
import type { Marketplace } from '../../marketplace/index.ts';
import { lockItemWithdrawalByMarketId } from '../item-withdrawals.sql.ts';
import { type ApplyDeps, applyReport } from './apply-report.ts';
import { polledReport, reportsOf } from './status-reports.ts';
import { FEED_STOPPED, feedDoubted, feedStopped } from './tracking.messages.ts';
import { cameToNothing, isOpen, isUndone, type StatusReport } from './tracking.rules.ts';

const RETRY_MS = 5_000;
const MAX_ATTEMPTS = 10;

/** Ends early, and without an error, when the signal says so. */
type Wait = (durationMs: number, signal: AbortSignal) => Promise<void>;

/** A feed that nobody hears keeps no process alive. */
const systemWait: Wait = (durationMs, signal) => pause(durationMs, undefined, { signal, ref: false }).catch(() => {});

interface MarketFeedDeps {
  feed: { url: string; apiKey: string };
  logger: Logger;
  /** Called for every message, whatever it is, in their order. */
  onMessage(message: unknown): void;
  onConnected(): void;
  /** After the last attempt. */
  onStopped(attempts: number): void;
  wait?: Wait;
}

interface MarketFeed {
  start(): void;
  stop(): void;
}

/**
 * The connection to the marketplace's feed. It is made anew by hand: 5 seconds times the number of the attempt after the
 * connection was lost or refused, ten times in a row at most. A success begins the count anew. After the last one it
 * stops, and the poll is what is left.
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

/** One connection, until its end; gives why it ended. */
async function listen(
  { feed, onMessage }: Pick<MarketFeedDeps, 'feed' | 'onMessage'>,
  signal: AbortSignal,
  onConnected: () => void,
): Promise<string> {
  // Loaded by those who have a feed to hear.
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
  // Its words alone: the error holds the request, and with it the key.
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
 * What the feed says is applied as it is, but for the end in vain of a withdrawal under way, which would release its item,
 * and the reversal of a delivery, which would suspend its user: before that the marketplace is asked, outside any
 * transaction. Where it says otherwise nothing moves and a person is called; where it says nothing, nothing moves either, and
 * the poll asks again.
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
  // The feed has a table of its own for what an end is called; whether it is a reversal is the marketplace's to say.
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

/** Unless the withdrawal has come to nothing or was taken back meanwhile: then whoever recorded that has asked, too. */
async function notifyOfDoubt({ db }: FeedDeps, seen: StatusReport, asked: StatusReport): Promise<void> {
  await transaction(db, async (tx) => {
    const found = await lockItemWithdrawalByMarketId(tx, seen.marketId);
    if (found === null) return;
    const isStanding = isOpen(found.status) || (found.status === 'COMPLETED' && found.reversedAt === null);
    if (isStanding) await raiseAlert(tx, feedDoubted(found, seen, asked));
  });
}

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
