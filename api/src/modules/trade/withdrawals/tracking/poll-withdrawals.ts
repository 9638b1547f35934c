import { randomUUID } from 'node:crypto';
import type { Logger } from '../../../../platform/observability/logger.ts';
import { OutsideError } from '../../../../platform/outside/outside-error.ts';
import type { Marketplace, MarketTrade } from '../../marketplace/index.ts';
import { type ApplyDeps, applySeen } from './apply-seen.ts';
import { judge } from './sighting.rules.ts';
import { polledSighting } from './sightings.rules.ts';
import { endPoll, type PolledRecord, takeOpen, takePoll } from './tracking.sql.ts';

export interface PollDeps extends ApplyDeps {
  marketplace: Pick<Marketplace, 'isConfigured' | 'tradesByMarketId'>;
  logger: Logger;
}

export const POLL_EVERY_MS = 30_000;
/** As many ids as the marketplace answers in one call. */
const MAX_ASKED = 100;
/** Enough to find one of a hundred that cannot be read. */
const MAX_CALLS = 16;
const POLL_NAME = 'open';
/** Longer than a call and what follows from it take; a process that died during a poll is waited for no longer. */
const LEASE_MS = 90_000;
/** Timers are not exact: a tick that comes a little early is no tick too many. */
const EARLY_MS = 2_000;

/** This process, among those that poll. */
const OWNER = randomUUID();

/**
 * Asks the marketplace for what is under way. Over all processes one polls at a time, and not before the last poll began
 * half a minute ago. Gives how many were asked for; null where it was not our turn.
 */
export async function pollOpen(deps: PollDeps): Promise<number | null> {
  const { db, clock, marketplace } = deps;
  if (!marketplace.isConfigured) return null;
  const startedAt = clock.now();
  const lease = { name: POLL_NAME, owner: OWNER, at: startedAt, until: after(startedAt, LEASE_MS) };
  if (!(await takePoll(db, lease))) return null;
  try {
    const open = await takeOpen(db, startedAt, MAX_ASKED);
    await askFor(deps, open);
    return open.length;
  } finally {
    await endPoll(db, { ...lease, until: after(startedAt, POLL_EVERY_MS - EARLY_MS) });
  }
}

const after = (moment: Date, durationMs: number) => new Date(moment.getTime() + durationMs);

/** What is as we know it costs no more than the question. */
export async function askFor(deps: PollDeps, records: readonly PolledRecord[]): Promise<void> {
  const { clock, logger } = deps;
  const byMarketId = new Map(records.map((record) => [record.marketId, record]));
  for (const trade of await askTrades(deps, [...byMarketId.keys()])) {
    const seen = polledSighting(trade);
    const record = byMarketId.get(seen.marketId);
    if (record === undefined || judge(record, seen, clock.now()).kind === 'KNOWN') continue;
    try {
      await applySeen(deps, seen);
    } catch (err) {
      // The others are not to wait for it, and the next poll asks again.
      logger.error({ err, withdrawalId: record.id }, 'What the marketplace said of a withdrawal could not be applied');
    }
  }
}

/**
 * One call for all of them. An answer that cannot be read may be so for one trade alone, for which the others are not to
 * wait for ever: their halves are asked for then, in a bounded number of calls. Throws where nothing was answered.
 */
async function askTrades({ marketplace, logger }: PollDeps, ids: readonly string[]): Promise<MarketTrade[]> {
  const waiting = ids.length === 0 ? [] : [ids];
  const trades: MarketTrade[] = [];
  let failure: unknown = null;
  let answers = 0;
  for (let calls = 0; waiting.length > 0 && calls < MAX_CALLS; calls += 1) {
    const asked = waiting.shift() ?? [];
    try {
      trades.push(...(await marketplace.tradesByMarketId(asked)));
      answers += 1;
    } catch (error) {
      failure = error;
      if (!(error instanceof OutsideError) || error.fault !== 'UNREADABLE') break;
      const middle = Math.ceil(asked.length / 2);
      if (asked.length > 1) waiting.push(asked.slice(0, middle), asked.slice(middle));
    }
  }
  if (failure !== null && answers === 0) throw failure;
  if (failure !== null) logger.warn({ err: failure }, 'The marketplace did not answer for all withdrawals');
  return trades;
}
