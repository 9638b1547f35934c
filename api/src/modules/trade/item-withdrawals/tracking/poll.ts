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
import { type ApplyDeps, applyReport, polledReport } from './apply-report.ts';
import { STUCK_KIND, stuck } from './tracking.messages.ts';
import { judge, OVERDUE_MS, REVERSIBLE_MS, UNCHANGED_MS } from './tracking.rules.ts';
import { listEnded, listStuck, type PolledRecord, takeDelivered, takeOpen, updatePolled } from './tracking.sql.ts';

export interface PollDeps extends ApplyDeps {
  marketplace: Pick<Marketplace, 'isConfigured' | 'tradesByMarketId'>;
  logger: Logger;
}

export const POLL_EVERY_MS = 30_000;
/** The marketplace answers for so many ids in one call. */
const MAX_ASKED = 100;
const POLL_NAME = 'poll-withdrawals';
/** It covers a call and its consequences; after that another process takes over. */
const LEASE_MS = 90_000;
/** Timers are inexact, and a tick that is a little early still counts. */
const EARLY_MS = 2_000;

/**
 * One process polls at a time, at most every half minute. Returns the number of withdrawals asked about, or null if it
 * was not our turn.
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

/** An unchanged trade costs nothing but the question. Returns the records whose answer was applied. */
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
      // The others do not wait for it, and the next poll asks again.
      logger.error({ err, withdrawalId: record.id }, 'What the marketplace said of a withdrawal could not be applied');
    }
  }
  return heard;
}

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

/** A crontab knows only whole minutes. It skips a tick while a poll runs. */
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
/** It still asks about reversals of the last moment, which are contradictions by then. */
const LATE_MS = 60 * 60_000;
/** If the marketplace does not answer then, it is asked again within a day. */
const ENDED_KEPT_MS = 24 * 60 * 60_000;

export async function watchItemWithdrawals(deps: PollDeps): Promise<void> {
  await alertStuck(deps);
  await watchDelivered(deps);
  await watchEnded(deps);
}

/** The feed may have missed a reversal of the last seven days. */
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
 * It asks again about recent failures at the moments at which orders are looked up again: their items are free, so a
 * late delivery must be noticed. It marks the ones that were answered for and repeats the others.
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

/** Only the marketplace releases an item. If it reports no end after the seller's deadline, an alert is raised. */
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
