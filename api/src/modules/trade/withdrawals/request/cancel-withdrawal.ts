import { strict as assert } from 'node:assert';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import { moveItems } from '../../../assets/inventory/index.ts';
import { lockAccount } from '../../../assets/wallet/index.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import type { NotifyUser } from '../../../people/notifications/index.ts';
import { findListed } from '../lists/lists.sql.ts';
import type { ListedWithdrawal } from '../lists/lists.types.ts';
import { withdrawalGoesOn, withdrawalNotFound } from '../withdrawals.errors.ts';
import { withdrawalCancelled } from '../withdrawals.events.ts';
import { withdrawalTakenBack } from '../withdrawals.notifications.ts';
import { lockWithdrawal } from '../withdrawals.sql.ts';
import { updateToCancelled } from './request.sql.ts';

export interface CancelDeps {
  db: Db;
  clock: Clock;
  push: Pick<Push, 'toUser'>;
  notifyUser: NotifyUser;
}

interface CancelCommand {
  id: Id<'itemWithdrawal'>;
  userId: Id<'user'>;
  ip: string;
}

/** What its owner and administrators read as the reason. */
const REASON = 'Cancelado por quem pediu.';

/** By its owner, as long as it waits for review: nothing is bought then. The item is AVAILABLE at once. */
export async function cancelWithdrawal(
  { db, clock, push, notifyUser }: CancelDeps,
  { id, userId, ip }: CancelCommand,
  once: Once<ListedWithdrawal> | null,
): Promise<ListedWithdrawal> {
  const cancelled = await writeOnce(db, once, async (tx) => {
    // The row of the withdrawal first, then the account of its user, then the item, as a review locks them.
    const withdrawal = await lockWithdrawal(tx, id);
    if (withdrawal === null || withdrawal.userId !== userId) throw withdrawalNotFound();
    if (withdrawal.status !== 'PENDING_APPROVAL') throw withdrawalGoesOn(withdrawal.status);
    const { inventoryItemId, projectId } = withdrawal;
    const entity = { type: 'skin-withdrawal', id };
    const [, movedIds, , , listed] = await Promise.all([
      lockAccount(tx, userId),
      moveItems(tx, { ids: [inventoryItemId], userId, from: 'LOCKED', to: 'AVAILABLE' }),
      updateToCancelled(tx, { id, reason: REASON, now: clock.now() }),
      recordAudit(tx, [
        { action: 'SKIN_WITHDRAWAL_CANCELLED', userId, actorId: userId, entity, metadata: { projectId }, ip },
      ]),
      findListed(tx, id),
    ]);
    assert(movedIds.length === 1, 'the item of a withdrawal was moved by someone without its lock');
    assert(listed !== null, 'a withdrawal is never deleted');
    return listed;
  });
  push.toUser(userId, withdrawalCancelled, { inventoryItemId: cancelled.inventoryItemId, reason: REASON });
  notifyUser(userId, [withdrawalTakenBack(cancelled)]);
  return cancelled;
}
