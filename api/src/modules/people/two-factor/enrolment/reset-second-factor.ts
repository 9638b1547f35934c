import { transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { recordAudit } from '../../audit/index.ts';
import { requireMayChangeAdministrator, requireMayDecide, type SettingDeps } from '../../decisions/index.ts';
import { findUser } from '../../users/index.ts';
import { insertWait } from '../../withdrawal-waits/index.ts';
import type { SecondFactorDeps } from '../require-second-factor.ts';
import { noFactorToReset } from '../two-factor.errors.ts';
import { factorReset } from '../two-factor.notifications.ts';
import { hasSecondFactor, lockSecondFactor, updateToDisabled } from '../two-factor.sql.ts';

interface ResetCommand {
  userId: Id<'user'>;
  reason: string;
  actorId: Id<'user'>;
  sessionId?: string;
  ip: string;
}

export type ResetDeps = SettingDeps & Pick<SecondFactorDeps, 'notifySecurity'>;

/**
 * For who has lost the app and the recovery codes. The user is notified and withdrawals wait, so that nobody who talks an
 * administrator into it gains anything before the owner has seen it.
 */
export async function resetSecondFactor(deps: ResetDeps, command: ResetCommand): Promise<void> {
  const { userId, reason, actorId, ip } = command;
  const entity = { type: 'user', id: userId };
  await transaction(deps.db, async (tx) => {
    const [, isOn, user] = await Promise.all([
      lockSecondFactor(tx, userId),
      hasSecondFactor(tx, userId),
      findUser(tx, userId),
    ]);
    const decision = { ownerId: userId, action: 'reset-second-factor', entity, content: '' };
    if (user !== null && deps.adminPlatformIds.has(user.platformId)) {
      await requireMayChangeAdministrator(deps, tx, command, decision);
    } else {
      // Not about a sum, but a way to one: who resets it gives a fresh factor of their own.
      await requireMayDecide(deps, tx, command, { ...decision, amountCents: null });
    }
    if (!isOn) throw noFactorToReset();
    await Promise.all([
      updateToDisabled(tx, userId),
      recordAudit(tx, [{ action: 'TWO_FACTOR_RESET', userId, actorId, entity, metadata: { reason }, ip }]),
      insertWait(tx, { userId, cause: 'SECOND_FACTOR', at: deps.clock.now() }),
      deps.notifySecurity(tx, userId, [factorReset()]),
    ]);
  });
}
