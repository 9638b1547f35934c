import { randomUUID } from 'node:crypto';
import { setLeaseEnd, takeLease } from '../../../../platform/database/one-process.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import { OutsideError } from '../../../../platform/outbound/outside-error.ts';
import { endsWithin } from '../../../../platform/time-limits.ts';
import { raiseAlert } from '../../../people/alerts/index.ts';
import { askTrades, type Marketplace } from '../../marketplace/index.ts';
import { LOOK_AGAIN_MS } from '../../orders/index.ts';
import {
  type ItemWithdrawal,
  itemWithdrawalNotFound,
  tradeCheckFailed,
  withdrawalWithoutMarketId,
} from '../item-withdrawals.records.ts';
import { findItemWithdrawal } from '../item-withdrawals.sql.ts';
import { type ApplyDeps, applyReport } from './apply-report.ts';
import { polledReport } from './status-reports.ts';
import { STUCK_KIND, stuck } from './tracking.messages.ts';
import { judge, OVERDUE_MS, REVERSIBLE_MS, UNCHANGED_MS } from './tracking.rules.ts';
import { listEnded, listStuck, type PolledRecord, takeDelivered, takeOpen, updatePolled } from './tracking.sql.ts';

export interface PollDeps extends ApplyDeps {
  marketplace: Pick<Marketplace, 'isConfigured' | 'tradesByMarketId'>;
  logger: Logger;
}

export const POLL_EVERY_MS = 30_000;
/** As many ids as the marketplace answers in one call. */
const MAX_ASKED = 100;
const POLL_NAME = 'poll-withdrawals';
/** Longer than a call and what follows from it take; a process that died during a poll is waited for no longer. */
const LEASE_MS = 90_000;
/** Timers are not exact: a tick that comes a little early is no tick too many. */
const EARLY_MS = 2_000;

/**
 * Asks the marketplace for what is under way. Over all processes one polls at a time, and not before the last poll began
 * half a minute ago. Gives how many were asked for; null where it was not our turn.
 */
export async function pollOpen(deps: PollDeps): Promise<number | null> {
  const { db, clock, marketplace } = deps;
  if (!marketplace.isConfigured) return null;
  const startedAt = clock.now();
  const turn = { name: POLL_NAME, owner: randomUUID() };
  if (!(await takeLease(db, { ...turn, until: after(startedAt, LEASE_MS) }, startedAt))) return null;
  try {
    const open = await takeOpen(db, startedAt, MAX_ASKED);
    await askFor(deps, open);
    return open.length;
  } finally {
    await setLeaseEnd(db, { ...turn, until: after(startedAt, POLL_EVERY_MS - EARLY_MS) });
  }
}

const after = (moment: Date, durationMs: number) => new Date(moment.getTime() + durationMs);

/**
 * What is as we know it costs no more than the question. Gives those that an answer came for and was applied: there may be
 * none for some of them.
 */
async function askFor(deps: PollDeps, records: readonly PolledRecord[]): Promise<PolledRecord[]> {
  const { clock, logger } = deps;
  const byMarketId = new Map(records.map((record) => [record.marketId, record]));
  const heard: PolledRecord[] = [];
  for (const trade of await askTrades(deps, [...byMarketId.keys()])) {
    const seen = polledReport(trade);
    const record = byMarketId.get(seen.marketId);
    if (record === undefined) continue;
    try {
      if (judge(record, seen, clock.now()).kind !== 'KNOWN') await applyReport(deps, seen);
      heard.push(record);
    } catch (err) {
      // The others are not to wait for it, and the next poll asks again.
      logger.error({ err, withdrawalId: record.id }, 'What the marketplace said of a withdrawal could not be applied');
    }
  }
  return heard;
}

/** Calls again and again; gives what ends it. */
type Ticker = (everyMs: number, tick: () => void) => () => void;

const systemTicker: Ticker = (everyMs, tick) => {
  const timer = setInterval(tick, everyMs).unref();
  return () => clearInterval(timer);
};

/** A stop does not wait for the marketplace: another process takes over when the lease ends. */
const STOP_MS = 1_000;

interface PollTimer {
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

const MAX_ALERTS = 100;
/** A reversal of the last moment is still asked for. It is reported as a contradiction then. */
const LATE_MS = 60 * 60_000;
/** Where the marketplace cannot be asked then, it is asked when it can be, within a day. */
const ENDED_KEPT_MS = 24 * 60 * 60_000;

/** A job: it says what a person should look at. */
export async function watchItemWithdrawals(deps: PollDeps): Promise<void> {
  await alertStuck(deps);
  await watchDelivered(deps);
  await watchEnded(deps);
}

/** Those of the last seven days, whoever was asked for longest ago first: the feed may have missed a reversal. */
export async function watchDelivered(deps: PollDeps): Promise<number> {
  const { db, clock, marketplace } = deps;
  if (!marketplace.isConfigured) return 0;
  const now = clock.now();
  const since = new Date(now.getTime() - REVERSIBLE_MS - LATE_MS);
  const delivered = await takeDelivered(db, now, since, MAX_ASKED);
  await askFor(deps, delivered);
  return delivered.length;
}

/**
 * Those that came to nothing a short while ago, as long after it as orders are looked for again: their items are free, so
 * that a marketplace that has delivered all the same must be heard. Those that it has answered for are marked; the others
 * are asked for again.
 */
export async function watchEnded(deps: PollDeps): Promise<number> {
  const { db, clock, marketplace } = deps;
  if (!marketplace.isConfigured) return 0;
  const now = clock.now();
  const since = new Date(now.getTime() - ENDED_KEPT_MS);
  const ended = await listEnded(db, { now, afterMs: LOOK_AGAIN_MS, since, limit: MAX_ASKED });
  const heard = await askFor(deps, ended);
  await updatePolled(
    db,
    heard.map(({ id }) => id),
    now,
  );
  return ended.length;
}

/**
 * Only the marketplace's word releases an item: after the seller's time is over it is asked, as always, and while it says
 * of no end a person is alerted instead.
 */
export async function alertStuck({ db, clock }: Pick<PollDeps, 'db' | 'clock'>): Promise<void> {
  const nowMs = clock.now().getTime();
  const found = await listStuck(db, {
    unchangedSince: new Date(nowMs - UNCHANGED_MS),
    overdueSince: new Date(nowMs - OVERDUE_MS),
    kind: STUCK_KIND,
    limit: MAX_ALERTS,
  });
  for (const each of found) await raiseAlert(db, stuck(each));
}

/** Asks the marketplace at once. That of another user is not found. */
export async function refreshItemWithdrawal(
  deps: PollDeps,
  { withdrawalId, userId }: { withdrawalId: Id<'itemWithdrawal'>; userId: Id<'user'> },
): Promise<ItemWithdrawal> {
  const found = await findItemWithdrawal(deps.db, withdrawalId);
  if (found === null || found.userId !== userId) throw itemWithdrawalNotFound();
  if (found.marketId === null) throw withdrawalWithoutMarketId();
  const seen = polledReport(await askMarketplace(deps, found.marketId));
  return (await applyReport(deps, seen))?.withdrawal ?? found;
}

async function askMarketplace({ marketplace }: PollDeps, marketId: string) {
  const trades = await marketplace.tradesByMarketId([marketId]).catch((error: unknown) => {
    throw error instanceof OutsideError ? tradeCheckFailed(error) : error;
  });
  const trade = trades.find((each) => each.marketId === marketId);
  if (trade === undefined) throw tradeCheckFailed();
  return trade;
}
