import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { lockAccount } from '../../assets/wallet/index.ts';
import { resolveAlert } from '../../people/alerts/index.ts';
import { recordAudit } from '../../people/audit/index.ts';
import { requireOthersRecord } from '../../people/decisions/index.ts';
import { forgetReason } from '../../people/person-facts/index.ts';
import {
  ownerSuspended,
  reversedCause,
  type Suspension,
  suspensionNotFound,
  withdrawalsSuspended,
} from './suspensions.records.ts';
import { deleteSuspension, hasSuspension } from './suspensions.sql.ts';

/** The caller holds the lock of the account. A new suspension takes it too, so it comes before or after. */
export async function assertMayHandOn(tx: Tx, userId: Id<'user'>): Promise<void> {
  if (await hasSuspension(tx, userId)) throw withdrawalsSuspended();
}

/** Tells an administrator who decides on a request of the owner. */
export async function assertOwnerMayHandOn(tx: Tx, ownerId: Id<'user'>): Promise<void> {
  if (await hasSuspension(tx, ownerId)) throw ownerSuspended();
}

interface LiftCommand {
  userId: Id<'user'>;
  reason: string;
  actorId: Id<'user'>;
  ip: string;
}

/** Also ends the alert that asked for the decision. */
export async function liftSuspension(
  deps: { db: Db },
  { userId, reason, actorId, ip }: LiftCommand,
): Promise<Suspension> {
  requireOthersRecord(actorId, userId);
  return transaction(deps.db, async (tx) => {
    await lockAccount(tx, userId);
    const lifted = await deleteSuspension(tx, userId);
    if (lifted === null) throw suspensionNotFound();
    await forgetReason(tx, userId, 'suspension');
    const metadata = { reason, suspendedFor: lifted.reason, withdrawalId: lifted.withdrawalId };
    const entity = { type: 'user', id: userId };
    await recordAudit(tx, [{ action: 'WITHDRAWAL_SUSPENSION_LIFTED', userId, actorId, entity, metadata, ip }]);
    await resolveAlert(tx, reversedCause(lifted.withdrawalId), actorId);
    return lifted;
  });
}
