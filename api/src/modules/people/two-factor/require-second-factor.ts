import type { Clock } from '../../../platform/clock.ts';
import type { Db, Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Seal } from '../../../platform/secrets/sealing.ts';
import { recordAudit } from '../audit/index.ts';
import type { NotifySecurity } from '../notifications/index.ts';
import { countTry } from './count-try.ts';
import { recoveryCodeHash } from './recovery-codes.ts';
import { openSecret } from './sealed-secrets.ts';
import { stepOfCode } from './totp.ts';
import { codeUsedBefore, notEnabled, recoveryCodeUsedBefore, unreadableCode, wrongCode } from './two-factor.errors.ts';
import { recoveryCodeUsed } from './two-factor.notifications.ts';
import { readCode, windowStart } from './two-factor.rules.ts';
import { hasSecondFactor, lockSecondFactor, updateAccepted, updateStep, useRecoveryCode } from './two-factor.sql.ts';
import type { SecondFactor, TypedCode } from './two-factor.types.ts';

export interface SecondFactorDeps {
  db: Db;
  clock: Clock;
  secondFactorSeal: Seal;
  notifySecurity: NotifySecurity;
}

export interface CodeCommand {
  userId: Id<'user'>;
  /** What the user typed: of the app, or a recovery code. */
  code: string;
  /** Where the caller is; the trail has it. */
  ip?: string | null;
}

/**
 * Lets on who has the second factor, once for each code. The code is used up if and only if `tx` commits; that it was
 * tried is counted for good before it is looked at. Call it after all other locks of the transaction are taken, and
 * before its effects: it throws for everybody else.
 */
export async function requireSecondFactor(deps: SecondFactorDeps, tx: Tx, command: CodeCommand): Promise<void> {
  const { userId, ip = null } = command;
  const code = readCode(command.code);
  if (code === null) throw unreadableCode();
  // Where there is nothing to guess no try is counted.
  if (!(await hasSecondFactor(tx, userId))) throw notEnabled();
  const triedAt = await countTry(deps, { userId, ip });
  const factor = await lockSecondFactor(tx, userId);
  if (factor === null || factor.enabledAt === null) throw notEnabled();
  if (code.kind === 'APP') await acceptAppCode(deps, tx, { factor, digits: code.digits, triedAt });
  else await acceptRecoveryCode(deps, tx, { userId, code: code.code, triedAt, ip });
}

interface AppCodeTry {
  factor: SecondFactor;
  digits: Extract<TypedCode, { kind: 'APP' }>['digits'];
  triedAt: Date;
}

/** `factor` is locked. */
export async function acceptAppCode(
  { secondFactorSeal }: Pick<SecondFactorDeps, 'secondFactorSeal'>,
  tx: Tx,
  { factor, digits, triedAt }: AppCodeTry,
): Promise<void> {
  const step = stepOfCode(openSecret(secondFactorSeal, factor), digits, triedAt);
  if (step === null) throw wrongCode();
  const accepted = { userId: factor.userId, step, triedAt, since: windowStart(triedAt) };
  if (!(await updateStep(tx, accepted))) throw codeUsedBefore();
}

interface RecoveryCodeTry {
  userId: Id<'user'>;
  code: string;
  triedAt: Date;
  ip: string | null;
}

async function acceptRecoveryCode(
  { notifySecurity }: Pick<SecondFactorDeps, 'notifySecurity'>,
  tx: Tx,
  { userId, code, triedAt, ip }: RecoveryCodeTry,
): Promise<void> {
  const hash = recoveryCodeHash(userId, code);
  const { isKnown, isUsedNow, left } = await useRecoveryCode(tx, { userId, hash, now: triedAt });
  if (!isKnown) throw wrongCode();
  if (!isUsedNow) throw recoveryCodeUsedBefore();
  await Promise.all([
    updateAccepted(tx, { userId, triedAt, since: windowStart(triedAt) }),
    recordAudit(tx, [{ action: 'RECOVERY_CODE_USED', userId, actorId: userId, metadata: { left }, ip }]),
    notifySecurity(tx, userId, [recoveryCodeUsed(left)]),
  ]);
}
