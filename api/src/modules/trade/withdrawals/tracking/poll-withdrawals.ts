import { randomUUID } from 'node:crypto';
import type { Logger } from '../../../../platform/observability/logger.ts';
import type { Marketplace } from '../../marketplace/index.ts';
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

/** One call for all of them. What is as we know it costs no more. */
export async function askFor(deps: PollDeps, records: readonly PolledRecord[]): Promise<void> {
  const { clock, marketplace, logger } = deps;
  if (records.length === 0) return;
  const byMarketId = new Map(records.map((record) => [record.marketId, record]));
  const trades = await marketplace.tradesByMarketId([...byMarketId.keys()]);
  for (const seen of trades.map(polledSighting)) {
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
