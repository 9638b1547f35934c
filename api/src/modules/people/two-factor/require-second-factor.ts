import type { Clock } from '../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Seal } from '../../../platform/secrets/sealing.ts';
import { recordAudit } from '../audit/index.ts';
import { type NotificationContent, type NotifySecurity, securityNotice } from '../notifications/index.ts';
import { openSecret } from './sealed-secrets.ts';
import {
  codeUsedBefore,
  MAX_WRONG_TRIES,
  notEnabled,
  readCode,
  recoveryCodeHash,
  recoveryCodeUsedBefore,
  type SecondFactor,
  stepOfCode,
  type TypedCode,
  tooManyWrongCodes,
  unreadableCode,
  waitMsAfter,
  windowStart,
  wrongCode,
} from './two-factor.records.ts';
import {
  hasSecondFactor,
  insertTry,
  lockSecondFactor,
  readTries,
  updateAccepted,
  updateStep,
  updateToReported,
  useRecoveryCode,
} from './two-factor.sql.ts';

interface CountedTry {
  userId: Id<'user'>;
  ip: string | null;
}

/**
 * Runs before the code is checked and outside the caller's transaction, because a refusal rolls that back and the try
 * must stay. Returns the time of the try, which identifies it.
 */
export async function countTry(
  { db, clock, notifySecurity }: { db: Db; clock: Clock; notifySecurity: NotifySecurity },
  { userId, ip }: CountedTry,
): Promise<Date> {
  const now = clock.now();
  const attempt = { userId, now, since: windowStart(now) };
  if (await insertTry(db.apart, attempt, MAX_WRONG_TRIES)) return now;
  const tries = await transaction(db.apart, async (tx) => {
    if (await updateToReported(tx, attempt)) {
      await Promise.all([
        recordAudit(tx, [{ action: 'TWO_FACTOR_LOCKED', userId, actorId: userId, ip }]),
        notifySecurity(tx, userId, [tooManyCodesTried()]),
      ]);
    }
    return readTries(tx, userId);
  });
  throw tooManyWrongCodes(waitMsAfter(tries, now));
}

export interface SecondFactorDeps {
  db: Db;
  clock: Clock;
  secondFactorSeal: Seal;
  notifySecurity: NotifySecurity;
}

export interface CodeCommand {
  userId: Id<'user'>;
  /** A code of the app or a recovery code. */
  code: string;
  ip?: string | null;
}

/**
 * Throws unless the code is right; each code passes once. It is used up if and only if `tx` commits, and the try is
 * counted in any case. Call it after all other locks of the transaction and before its effects.
 */
export async function requireSecondFactor(deps: SecondFactorDeps, tx: Tx, command: CodeCommand): Promise<void> {
  const { userId, ip = null } = command;
  const code = readCode(command.code);
  if (code === null) throw unreadableCode();
  // A try counts only where there is something to guess.
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

export const factorEnabled = (): NotificationContent =>
  securityNotice('TWO_FACTOR_ENABLED', {
    title: 'Verificação em duas etapas ativada',
    message: 'Um aplicativo autenticador passou a proteger sua conta.',
    en: {
      title: 'Two-step verification is on',
      message: 'An authenticator app protects your account from now on.',
    },
  });

export const factorDisabled = (): NotificationContent =>
  securityNotice('TWO_FACTOR_DISABLED', {
    title: 'Verificação em duas etapas desativada',
    message: 'Sua conta não pede mais um código do aplicativo autenticador.',
    en: {
      title: 'Two-step verification is off',
      message: 'Your account asks for no code of an authenticator app any more.',
    },
  });

export const factorReset = (): NotificationContent =>
  securityNotice('TWO_FACTOR_RESET', {
    title: 'Verificação em duas etapas redefinida',
    message: 'O suporte removeu o aplicativo autenticador e os códigos de recuperação da sua conta.',
    en: {
      title: 'Two-step verification was reset',
      message: 'Support has removed the authenticator app and the recovery codes of your account.',
    },
  });

const recoveryCodeUsed = (left: number): NotificationContent =>
  securityNotice('RECOVERY_CODE_USED', {
    title: 'Código de recuperação usado',
    message: `Um código de recuperação foi usado na sua conta. Códigos restantes: ${left}.`,
    en: {
      title: 'A recovery code was used',
      message: `A recovery code was used for your account. Codes that are left: ${left}.`,
    },
  });

export const recoveryCodesRenewed = (): NotificationContent =>
  securityNotice('RECOVERY_CODES_RENEWED', {
    title: 'Novos códigos de recuperação',
    message: 'Os códigos de recuperação da sua conta foram trocados: os antigos não valem mais.',
    en: {
      title: 'There are new recovery codes',
      message: 'The recovery codes of your account were replaced: the old ones are no longer valid.',
    },
  });

const tooManyCodesTried = (): NotificationContent =>
  securityNotice('TWO_FACTOR_LOCKED', {
    title: 'Muitos códigos incorretos',
    message:
      'Alguém digitou muitos códigos incorretos na sua conta. Novas tentativas ficam bloqueadas por alguns minutos.',
    en: {
      title: 'Too many wrong codes',
      message: 'Somebody has typed too many wrong codes for your account. No more are taken for some minutes.',
    },
  });
