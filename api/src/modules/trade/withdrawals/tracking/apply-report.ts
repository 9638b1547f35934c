import { strict as assert } from 'node:assert';
import type { Clock } from '../../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { moveItems } from '../../../assets/inventory/index.ts';
import { lockAccount } from '../../../assets/wallet/index.ts';
import { raiseAlert, resolveAlert } from '../../../people/alerts/index.ts';
import type { NotifyUser } from '../../../people/notifications/index.ts';
import { findWithdrawal, lockWithdrawalByMarketId } from '../withdrawals.sql.ts';
import type { Withdrawal } from '../withdrawals.types.ts';
import { notifyProgress } from './notify-progress.ts';
import { notifyReversal, type Reversal, recordReversal } from './reversals/record-reversal.ts';
import { cameToNothing, judge } from './status-report.rules.ts';
import { contradicted, feedDoubtedCause, stuckCause } from './tracking.alerts.ts';
import { NO_REASON } from './tracking.notifications.ts';
import { updateToSeen } from './tracking.sql.ts';
import type { StatusReport, TrackedStatus, Verdict } from './tracking.types.ts';

export interface ApplyDeps {
  db: Db;
  clock: Clock;
  settings: Pick<Settings, 'read'>;
  push: Pick<Push, 'toUser'>;
  notifyUser: NotifyUser;
}

/** The withdrawal that was spoken of, as it is now, and what was made of what was heard. */
export interface ReportOutcome {
  withdrawal: Withdrawal;
  verdict: Verdict['kind'];
}

/** With what is to be sent once it is committed. */
interface Applied extends ReportOutcome {
  isChanged: boolean;
  isNewStatus: boolean;
  reversal: Reversal | null;
}

/**
 * The one way in which the marketplace's words change a withdrawal, whoever heard them. Under the lock of its row, so
 * that of two who heard the same one finds nothing new; then the account and the item, as everywhere. Null where no
 * withdrawal has the id: a purchase is reported before its answer is stored, and site swaps buy too.
 */
export async function applyReport(deps: ApplyDeps, seen: StatusReport): Promise<ReportOutcome | null> {
  const applied = await transaction(deps.db, async (tx) => {
    const found = await lockWithdrawalByMarketId(tx, seen.marketId);
    return found === null ? null : apply(tx, deps, found, seen);
  });
  if (applied === null) return null;
  if (applied.isChanged) notifyProgress(deps, applied.withdrawal, seen, applied.isNewStatus);
  if (applied.reversal !== null) notifyReversal(deps, applied.withdrawal, applied.reversal);
  return applied;
}

async function apply(tx: Tx, deps: ApplyDeps, found: Withdrawal, seen: StatusReport): Promise<Applied> {
  const at = deps.clock.now();
  const verdict = judge(found, seen, at);
  const unchanged = { withdrawal: found, verdict: verdict.kind, isChanged: false, isNewStatus: false, reversal: null };
  switch (verdict.kind) {
    case 'KNOWN':
    case 'LATE':
    case 'UNCONFIRMED':
      return unchanged;
    case 'CONTRADICTED':
      await raiseAlert(tx, contradicted(found, seen));
      return unchanged;
    case 'REVERSED':
      // The marketplace only said later what its feed had said before.
      await resolveAlert(tx, feedDoubtedCause(found));
      return { ...unchanged, reversal: await recordReversal(tx, deps, found, seen) };
    case 'CHANGED':
      return change(tx, deps, found, seen, verdict);
  }
}

async function change(
  tx: Tx,
  deps: ApplyDeps,
  found: Withdrawal,
  seen: StatusReport,
  { kind, status, marketStatus }: Extract<Verdict, { kind: 'CHANGED' }>,
): Promise<Applied> {
  const isInVain = cameToNothing(status);
  const isNewEnd = status !== found.status && (isInVain || status === 'COMPLETED');
  if (isNewEnd) await moveItem(tx, found, status);
  const failureReason = isInVain ? (seen.reason ?? NO_REASON) : null;
  await updateToSeen(tx, { id: found.id, status, marketStatus, seen, failureReason, at: deps.clock.now() });
  await resolveAlert(tx, stuckCause(found));
  // The marketplace only said later what its feed had said before.
  if (isInVain) await resolveAlert(tx, feedDoubtedCause(found));
  // The documents release the item of a trade that was taken back before we saw it arrive; it is not done in silence.
  const isRollback = isInVain && seen.isRollback;
  const reversal = isRollback ? await recordReversal(tx, deps, found, seen) : null;
  const withdrawal = await findWithdrawal(tx, found.id);
  assert(withdrawal !== null, 'a withdrawal is never deleted');
  // That a delivery can no longer be taken back is stored, and no news for its user.
  return {
    withdrawal,
    verdict: kind,
    isChanged: found.status !== 'COMPLETED',
    isNewStatus: status !== found.status,
    reversal,
  };
}

/** The item of a withdrawal under way is LOCKED, by it alone. */
async function moveItem(tx: Tx, { userId, inventoryItemId }: Withdrawal, status: TrackedStatus): Promise<void> {
  const to = status === 'COMPLETED' ? 'WITHDRAWN' : 'AVAILABLE';
  const [, movedIds] = await Promise.all([
    lockAccount(tx, userId),
    moveItems(tx, { ids: [inventoryItemId], userId, from: 'LOCKED', to }),
  ]);
  assert(movedIds.length === 1, 'the item of a withdrawal under way was moved by someone without its lock');
}
