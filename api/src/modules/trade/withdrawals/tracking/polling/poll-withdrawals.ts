import { randomUUID } from 'node:crypto';
import { setLeaseEnd, takeLease } from '../../../../../platform/database/one-process.ts';
import type { Logger } from '../../../../../platform/observability/logger.ts';
import { askTrades, type Marketplace } from '../../../marketplace/index.ts';
import { type ApplyDeps, applyReport } from '../apply-report.ts';
import { judge } from '../status-report.rules.ts';
import { polledReport } from '../status-reports.ts';
import { type PolledRecord, takeOpen } from '../tracking.sql.ts';

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
export async function askFor(deps: PollDeps, records: readonly PolledRecord[]): Promise<PolledRecord[]> {
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
