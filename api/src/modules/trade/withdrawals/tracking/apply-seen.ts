import { strict as assert } from 'node:assert';
import type { Clock } from '../../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import type { Settings } from '../../../../platform/settings.ts';
import { moveItems } from '../../../assets/inventory/index.ts';
import { lockAccount } from '../../../assets/wallet/index.ts';
import { raiseAlert, resolveAlert } from '../../../people/alerts/index.ts';
import type { Tell } from '../../../people/notifications/index.ts';
import { findWithdrawal, lockWithdrawalByMarketId } from '../withdrawals.sql.ts';
import type { Withdrawal } from '../withdrawals.types.ts';
import { recordReversal, tellReversal } from './record-reversal.ts';
import { judge } from './sighting.rules.ts';
import { tellProgress } from './tell-progress.ts';
import { contradicted, stuckCause } from './tracking.alerts.ts';
import { NO_REASON } from './tracking.notifications.ts';
import { updateToSeen } from './tracking.sql.ts';
import type { Sighting, TrackedStatus, Verdict } from './tracking.types.ts';

export interface ApplyDeps {
  db: Db;
  clock: Clock;
  settings: Pick<Settings, 'read'>;
  push: Pick<Push, 'toUser'>;
  tell: Tell;
}

/** What is to be told once it is committed. */
interface Applied {
  withdrawal: Withdrawal;
  isChanged: boolean;
  isNewStatus: boolean;
  reversal: { isSuspended: boolean } | null;
}

/**
 * The one way in which the marketplace's words change a withdrawal, whoever heard them. Under the lock of its row, so
 * that of two who heard the same one finds nothing new; then the account and the item, as everywhere. Null where no
 * withdrawal has the id: a purchase is told of before its answer is stored, and site swaps buy too.
 */
export async function applySeen(deps: ApplyDeps, seen: Sighting): Promise<Withdrawal | null> {
  const applied = await transaction(deps.db, async (tx) => {
    const found = await lockWithdrawalByMarketId(tx, seen.marketId);
    return found === null ? null : apply(tx, deps, found, seen);
  });
  if (applied === null) return null;
  if (applied.isChanged) tellProgress(deps, applied.withdrawal, seen, applied.isNewStatus);
  if (applied.reversal !== null) tellReversal(deps, applied.withdrawal, applied.reversal);
  return applied.withdrawal;
}

async function apply(tx: Tx, deps: ApplyDeps, found: Withdrawal, seen: Sighting): Promise<Applied> {
  const at = deps.clock.now();
  const unchanged = { withdrawal: found, isChanged: false, isNewStatus: false, reversal: null };
  const verdict = judge(found, seen, at);
  switch (verdict.kind) {
    case 'KNOWN':
    case 'LATE':
      return unchanged;
    case 'CONTRADICTED':
      await raiseAlert(tx, contradicted(found, seen));
      return unchanged;
    case 'REVERSED':
      return { ...unchanged, reversal: await recordReversal(tx, deps, found, seen) };
    case 'CHANGED':
      return change(tx, deps, found, seen, verdict);
  }
}

async function change(
  tx: Tx,
  deps: ApplyDeps,
  found: Withdrawal,
  seen: Sighting,
  { status, marketStatus }: Extract<Verdict, { kind: 'CHANGED' }>,
): Promise<Applied> {
  const cameToNothing = status === 'CANCELLED' || status === 'FAILED';
  const isNewEnd = status !== found.status && (cameToNothing || status === 'COMPLETED');
  if (isNewEnd) await moveItem(tx, found, status);
  const failureReason = cameToNothing ? (seen.reason ?? NO_REASON) : null;
  await updateToSeen(tx, { id: found.id, status, marketStatus, seen, failureReason, at: deps.clock.now() });
  await resolveAlert(tx, stuckCause(found));
  // The documents release the item of a trade that was taken back before we saw it arrive; it is not done in silence.
  const isRollback = cameToNothing && seen.isRollback;
  const reversal = isRollback ? await recordReversal(tx, deps, found, seen) : null;
  const withdrawal = await findWithdrawal(tx, found.id);
  assert(withdrawal !== null, 'a withdrawal is never deleted');
  // That a delivery can no longer be taken back is stored, and no news for its user.
  return { withdrawal, isChanged: found.status !== 'COMPLETED', isNewStatus: status !== found.status, reversal };
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
