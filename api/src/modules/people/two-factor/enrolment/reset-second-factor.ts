import { transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { recordAudit } from '../../audit/index.ts';
import { insertWait } from '../../waits/index.ts';
import type { SecondFactorDeps } from '../require-second-factor.ts';
import { noFactorToReset } from '../two-factor.errors.ts';
import { factorReset } from '../two-factor.notifications.ts';
import { hasSecondFactor, lockSecondFactor, updateToDisabled } from '../two-factor.sql.ts';

interface ResetCommand {
  userId: Id<'user'>;
  reason: string;
  actorId: Id<'user'>;
  ip: string;
}

/**
 * For who has lost the app and the recovery codes. The user is told and withdrawals wait, so that nobody who talks an
 * administrator into it gains anything before the owner has seen it.
 */
export async function resetSecondFactor(
  { db, clock, tellSecurity }: Pick<SecondFactorDeps, 'db' | 'clock' | 'tellSecurity'>,
  { userId, reason, actorId, ip }: ResetCommand,
): Promise<void> {
  await transaction(db, async (tx) => {
    const [, isOn] = await Promise.all([lockSecondFactor(tx, userId), hasSecondFactor(tx, userId)]);
    if (!isOn) throw noFactorToReset();
    const entity = { type: 'user', id: userId };
    await Promise.all([
      updateToDisabled(tx, userId),
      recordAudit(tx, [{ action: 'TWO_FACTOR_RESET', userId, actorId, entity, metadata: { reason }, ip }]),
      insertWait(tx, { userId, cause: 'SECOND_FACTOR', at: clock.now() }),
      tellSecurity(tx, userId, [factorReset()]),
    ]);
  });
}
