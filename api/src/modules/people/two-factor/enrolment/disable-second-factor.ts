import { type Tx, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { recordAudit } from '../../audit/index.ts';
import { insertWait } from '../../withdrawal-waits/index.ts';
import { type CodeCommand, requireSecondFactor, type SecondFactorDeps } from '../require-second-factor.ts';
import { factorDisabled } from '../two-factor.notifications.ts';
import { hasSecondFactor, updateToDisabled } from '../two-factor.sql.ts';

/** Takes a code: who only holds the session cannot switch it off. */
export async function disableSecondFactor(deps: SecondFactorDeps, command: CodeCommand): Promise<void> {
  const { userId, ip = null } = command;
  await transaction(deps.db, async (tx) => {
    await requireSecondFactor(deps, tx, command);
    await Promise.all([
      updateToDisabled(tx, userId),
      recordAudit(tx, [{ action: 'TWO_FACTOR_DISABLED', userId, actorId: userId, ip }]),
      insertWait(tx, { userId, cause: 'SECOND_FACTOR', at: deps.clock.now() }),
      deps.notifySecurity(tx, userId, [factorDisabled()]),
    ]);
  });
}

/** Of who closes the account: nothing is left that it protects. */
export async function eraseSecondFactor(tx: Tx, userId: Id<'user'>): Promise<void> {
  const isOn = await hasSecondFactor(tx, userId);
  await updateToDisabled(tx, userId);
  if (isOn) await recordAudit(tx, [{ action: 'TWO_FACTOR_DISABLED', userId, actorId: userId }]);
}
