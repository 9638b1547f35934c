import { randomBytes } from 'node:crypto';
import { type Tx, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { recordAudit } from '../audit/index.ts';
import { requireMayChangeAdministrator, requireMayDecide, type SettingDeps } from '../decisions/index.ts';
import { findUser, userNotFound } from '../users/index.ts';
import { insertWait } from '../withdrawal-waits/index.ts';
import {
  acceptAppCode,
  type CodeCommand,
  countTry,
  factorDisabled,
  factorEnabled,
  factorReset,
  recoveryCodesRenewed,
  requireSecondFactor,
  type SecondFactorDeps,
} from './require-second-factor.ts';
import { sealSecret } from './sealed-secrets.ts';
import {
  alreadyEnabled,
  type NewSecret,
  newRecoveryCodes,
  noFactorToReset,
  notSetUp,
  readCode,
  recoveryCodeHash,
  SECRET_BYTES,
  unreadableCode,
} from './two-factor.records.ts';
import {
  deleteRecoveryCodes,
  hasSecondFactor,
  insertRecoveryCodes,
  lockSecondFactor,
  updateToDisabled,
  updateToEnabled,
  upsertSecret,
} from './two-factor.sql.ts';

/** It takes a code, so a stolen session is not enough. */
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

/** Runs when the account is closed. */
export async function eraseSecondFactor(tx: Tx, userId: Id<'user'>): Promise<void> {
  const isOn = await hasSecondFactor(tx, userId);
  await updateToDisabled(tx, userId);
  if (isOn) await recordAudit(tx, [{ action: 'TWO_FACTOR_DISABLED', userId, actorId: userId }]);
}

/** A code proves that the app has the secret. The recovery codes are shown once, so no stored answer repeats them. */
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

/** It takes a code of the app: a found recovery code must not become ten. */
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

interface ResetCommand {
  userId: Id<'user'>;
  reason: string;
  actorId: Id<'user'>;
  sessionId?: string;
  ip: string;
}

export type ResetDeps = SettingDeps & Pick<SecondFactorDeps, 'notifySecurity'>;

/**
 * For users who have lost the app and the recovery codes. They are notified and withdrawals wait, so persuading an
 * administrator gains nothing before the owner notices.
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
      // It moves no money itself, but the user can then enrol a factor and move some.
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

/** Replaces a secret that was never confirmed. The secret is shown only now. */
export async function setUpSecondFactor(
  { db, secondFactorSeal }: Pick<SecondFactorDeps, 'db' | 'secondFactorSeal'>,
  { userId }: { userId: Id<'user'> },
): Promise<NewSecret> {
  const secret = randomBytes(SECRET_BYTES);
  const { keyId, bytes } = sealSecret(secondFactorSeal, secret, userId);
  return transaction(db, async (tx) => {
    const [user, isStored] = await Promise.all([
      findUser(tx, userId),
      upsertSecret(tx, { userId, sealedSecret: bytes, keyId }),
    ]);
    if (user === null) throw userNotFound();
    if (!isStored) throw alreadyEnabled();
    return { secret, accountName: user.username };
  });
}
