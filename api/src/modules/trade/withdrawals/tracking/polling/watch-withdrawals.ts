import { raiseAlert } from '../../../../people/alerts/index.ts';
import { LOOK_AGAIN_MS } from '../../../orders/index.ts';
import { OVERDUE_MS, REVERSIBLE_MS, UNCHANGED_MS } from '../status-report.rules.ts';
import { STUCK_KIND, stuck } from '../tracking.alerts.ts';
import { listEnded, listStuck, takeDelivered, updatePolled } from '../tracking.sql.ts';
import { askFor, type PollDeps } from './poll-withdrawals.ts';

const MAX_ASKED = 100;
const MAX_ALERTS = 100;
/** A reversal of the last moment is still asked for. It is reported as a contradiction then. */
const LATE_MS = 60 * 60_000;
/** Where the marketplace cannot be asked then, it is asked when it can be, within a day. */
const ENDED_KEPT_MS = 24 * 60 * 60_000;

/** A job: it says what a person should look at. */
export async function watchWithdrawals(deps: PollDeps): Promise<void> {
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
