import { type Db, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { lockAccount } from '../../assets/wallet/index.ts';
import { resolveAlert } from '../../people/alerts/index.ts';
import { recordAudit } from '../../people/audit/index.ts';
import { requireOthersRecord } from '../../people/decisions/index.ts';
import { forgetReason } from '../../people/person-facts/index.ts';
import { reversedCause } from './suspensions.alerts.ts';
import { suspensionNotFound } from './suspensions.errors.ts';
import { deleteSuspension } from './suspensions.sql.ts';
import type { Suspension } from './suspensions.types.ts';

interface LiftCommand {
  userId: Id<'user'>;
  /** Why it is lifted. */
  reason: string;
  actorId: Id<'user'>;
  ip: string;
}

/** The user may hand things on again, and the alert that asked for the decision is over. */
export async function liftSuspension(
  deps: { db: Db },
  { userId, reason, actorId, ip }: LiftCommand,
): Promise<Suspension> {
  requireOthersRecord(actorId, userId);
  return transaction(deps.db, async (tx) => {
    // As where one begins, so that a reversal at the same moment is before or after.
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
