import { strict as assert } from 'node:assert';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import { moveItems } from '../../../assets/inventory/index.ts';
import { lockAccount } from '../../../assets/wallet/index.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import { type Decider, requireOthersRecord } from '../../../people/decisions/index.ts';
import type { NotifyUser } from '../../../people/notifications/index.ts';
import { type AtRisk, type RiskDeps, withRisk } from '../../suspensions/index.ts';
import { notPendingApproval, withdrawalNotFound } from '../withdrawals.errors.ts';
import { withdrawalCancelled } from '../withdrawals.events.ts';
import { withdrawalRejected } from '../withdrawals.notifications.ts';
import { lockWithdrawal } from '../withdrawals.sql.ts';
import { findReviewed, updateToRejected } from './review.sql.ts';
import { REVIEW_ENTITY, type ReviewedWithdrawal } from './review.types.ts';

export interface RejectDeps extends RiskDeps {
  db: Db;
  clock: Clock;
  push: Pick<Push, 'toUser'>;
  notifyUser: NotifyUser;
}

interface RejectCommand extends Decider {
  id: Id<'itemWithdrawal'>;
  reason: string;
}

/** An administrator keeps an item here: it is AVAILABLE again, and its owner is notified of the reason. */
export async function rejectWithdrawal(
  deps: RejectDeps,
  command: RejectCommand,
  once: Once<AtRisk<ReviewedWithdrawal>> | null,
): Promise<AtRisk<ReviewedWithdrawal>> {
  const rejected = await writeOnce(deps.db, once, (tx) => release(tx, deps, command));
  const { userId, inventoryItemId } = rejected;
  deps.push.toUser(userId, withdrawalCancelled, { inventoryItemId, reason: command.reason });
  deps.notifyUser(userId, [withdrawalRejected(rejected, command.reason)]);
  return rejected;
}

/** The row of the withdrawal first, then the account of its user, then the item. */
async function release(
  tx: Tx,
  deps: RiskDeps,
  { id, reason, actorId, ip }: RejectCommand,
): Promise<AtRisk<ReviewedWithdrawal>> {
  const withdrawal = await lockWithdrawal(tx, id);
  if (withdrawal === null) throw withdrawalNotFound();
  if (withdrawal.status !== 'PENDING_APPROVAL') throw notPendingApproval(withdrawal.status);
  const { userId, inventoryItemId, projectId } = withdrawal;
  requireOthersRecord(actorId, userId);
  const entity = { type: REVIEW_ENTITY, id };
  const [, movedIds, , , rejected] = await Promise.all([
    lockAccount(tx, userId),
    moveItems(tx, { ids: [inventoryItemId], userId, from: 'LOCKED', to: 'AVAILABLE' }),
    updateToRejected(tx, { id, reason, decidedBy: actorId, now: deps.clock.now() }),
    recordAudit(tx, [
      { action: 'SKIN_WITHDRAWAL_REJECTED', userId, actorId, entity, metadata: { projectId, reason }, ip },
    ]),
    findReviewed(tx, id),
  ]);
  assert(movedIds.length === 1, 'the item of a withdrawal was moved by someone without its lock');
  assert(rejected !== null, 'a withdrawal is never deleted');
  return withRisk(deps, tx, REVIEW_ENTITY, rejected);
}
