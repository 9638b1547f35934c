import { transaction } from '../../../../platform/database/db.ts';
import { recordAudit } from '../../audit/index.ts';
import { newRecoveryCodes, recoveryCodeHash } from '../recovery-codes.ts';
import { type CodeCommand, requireSecondFactor, type SecondFactorDeps } from '../require-second-factor.ts';
import { unreadableCode } from '../two-factor.errors.ts';
import { recoveryCodesRenewed } from '../two-factor.notifications.ts';
import { readCode } from '../two-factor.rules.ts';
import { deleteRecoveryCodes, insertRecoveryCodes } from '../two-factor.sql.ts';

/**
 * Ten in the place of those that there are. By a code of the app alone: who has found one recovery code must not make ten
 * of it.
 */
export async function renewRecoveryCodes(deps: SecondFactorDeps, command: CodeCommand): Promise<string[]> {
  const { userId, ip = null } = command;
  if (readCode(command.code)?.kind !== 'APP') throw unreadableCode();
  return transaction(deps.db, async (tx) => {
    await requireSecondFactor(deps, tx, command);
    const codes = newRecoveryCodes();
    await deleteRecoveryCodes(tx, userId);
    await Promise.all([
      insertRecoveryCodes(
        tx,
        userId,
        codes.map((each) => recoveryCodeHash(userId, each)),
      ),
      recordAudit(tx, [{ action: 'RECOVERY_CODES_RENEWED', userId, actorId: userId, ip }]),
      deps.notifySecurity(tx, userId, [recoveryCodesRenewed()]),
    ]);
    return codes;
  });
}
