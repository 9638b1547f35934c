import { transaction } from '../../../../platform/database/db.ts';
import { recordAudit } from '../../audit/index.ts';
import { insertWait } from '../../withdrawal-waits/index.ts';
import { countTry } from '../count-try.ts';
import { newRecoveryCodes, recoveryCodeHash } from '../recovery-codes.ts';
import { acceptAppCode, type CodeCommand, type SecondFactorDeps } from '../require-second-factor.ts';
import { alreadyEnabled, notSetUp, unreadableCode } from '../two-factor.errors.ts';
import { factorEnabled } from '../two-factor.notifications.ts';
import { readCode } from '../two-factor.rules.ts';
import { insertRecoveryCodes, lockSecondFactor, updateToEnabled } from '../two-factor.sql.ts';

/**
 * With a code that shows that the user's app has the secret. Gives the recovery codes, which are nowhere to be had
 * afterwards: so the answer is not one that is kept to be repeated either.
 */
export async function enableSecondFactor(deps: SecondFactorDeps, command: CodeCommand): Promise<string[]> {
  const { userId, ip = null } = command;
  const code = readCode(command.code);
  if (code?.kind !== 'APP') throw unreadableCode();
  return transaction(deps.db, async (tx) => {
    const factor = await lockSecondFactor(tx, userId);
    if (factor === null) throw notSetUp();
    if (factor.enabledAt !== null) throw alreadyEnabled();
    const triedAt = await countTry(deps, { userId, ip });
    await acceptAppCode(deps, tx, { factor, digits: code.digits, triedAt });
    const codes = newRecoveryCodes();
    await Promise.all([
      updateToEnabled(tx, userId, triedAt),
      insertRecoveryCodes(
        tx,
        userId,
        codes.map((each) => recoveryCodeHash(userId, each)),
      ),
      recordAudit(tx, [{ action: 'TWO_FACTOR_ENABLED', userId, actorId: userId, ip }]),
      insertWait(tx, { userId, cause: 'SECOND_FACTOR', at: triedAt }),
      deps.notifySecurity(tx, userId, [factorEnabled()]),
    ]);
    return codes;
  });
}
