import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { defineAdminError, defineError, validationFailed } from '../../../platform/errors.ts';
import type { Id } from '../../../platform/ids.ts';
import { qrPicture } from '../../../platform/qr-pictures.ts';
import { orNull, time } from '../../../platform/record.ts';

/** RFC 4648 leaves out 0, 1, 8 and 9, which people take for letters. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS_PER_CHARACTER = 5;

/** Authenticator apps want no padding. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let heldBits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    heldBits += 8;
    while (heldBits >= BITS_PER_CHARACTER) {
      heldBits -= BITS_PER_CHARACTER;
      text += ALPHABET.charAt((held >>> heldBits) & 31);
    }
    held &= (1 << heldBits) - 1;
  }
  return heldBits === 0 ? text : text + ALPHABET.charAt((held << (BITS_PER_CHARACTER - heldBits)) & 31);
}

/** Common authenticator apps support only SHA-1, 6 digits and 30 seconds (RFC 6238, RFC 4226). */
const DIGITS = 6;
const STEP_SECONDS = 30;
/** Clocks differ and people type slowly, so the steps before and after count, too. */
const TOLERATED_STEPS = 1;

/** RFC 4226 recommends the length of SHA-1's output. */
export const SECRET_BYTES = 20;

export const stepAt = (moment: Date): number => Math.floor(moment.getTime() / 1000 / STEP_SECONDS);

/** HOTP of RFC 4226 with the step as its counter. */
export function codeOfStep(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) as number) & 15;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Returns the newest step near `now` with this code, or null. Every code takes equally long. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const given = Buffer.from(code);
  if (given.length !== DIGITS) return null;
  let found: number | null = null;
  for (let step = stepAt(now) - TOLERATED_STEPS; step <= stepAt(now) + TOLERATED_STEPS; step += 1) {
    if (step >= 0 && timingSafeEqual(given, Buffer.from(codeOfStep(secret, step)))) found = step;
  }
  return found;
}

const ISSUER = 'Lisura';

/** Apps look for the issuer in either place, so it stands in both. */
export function otpauthUrl(secret: Buffer, accountName: string): string {
  const label = `${encodeURIComponent(ISSUER)}:${encodeURIComponent(accountName)}`;
  const fields = `secret=${base32(secret)}&issuer=${encodeURIComponent(ISSUER)}`;
  return `otpauth://totp/${label}?${fields}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
}

const COUNT = 10;
/** 80 bits are too many to search, so a plain hash is enough. */
const BYTES = 10;

export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, () => base32(randomBytes(BYTES)));

/** The user is part of the hash, so equal codes of two users differ. */
export const recoveryCodeHash = (userId: Id<'user'>, code: string): Buffer =>
  createHash('sha256').update(`recovery code of user ${userId}: ${code}`).digest();

export type TypedCode = { kind: 'APP'; digits: string } | { kind: 'RECOVERY'; code: string };

export interface SecondFactor {
  userId: Id<'user'>;
  sealedSecret: Buffer;
  keyId: string;
  /** Null until a code proves that the app has the secret. */
  enabledAt: Date | null;
}

export interface SecondFactorStatus {
  enabledAt: Date | null;
  recoveryCodesLeft: number;
}

export interface NewSecret {
  secret: Buffer;
  /** The app lists the secret by this name. */
  accountName: string;
}

/** Recent tries, and those of them with a right code. */
export interface Tries {
  triedAt: readonly Date[];
  acceptedAt: readonly Date[];
}

export const alreadyEnabled = defineError(
  'TWO_FACTOR_ALREADY_ENABLED',
  409,
  'A verificação em duas etapas já está ativa.',
  'The second factor is on: disable it first to set it up again.',
);
export const notEnabled = defineError(
  'TWO_FACTOR_NOT_ENABLED',
  409,
  'A verificação em duas etapas não está ativa.',
  'The request needs a second factor, and the account has none: set one up first.',
);
export const noFactorToReset = defineAdminError(
  'NO_SECOND_FACTOR_TO_RESET',
  409,
  'The second factor of this user is not on',
  'There is nothing to reset: the user can set one up.',
);
export const notSetUp = defineError(
  'TWO_FACTOR_NOT_SET_UP',
  409,
  'Configure primeiro a verificação em duas etapas.',
  'There is no secret to enable: set up a second factor first.',
);

/** It is not a 401, because clients log out on that. */
export const wrongCode = defineError(
  'TWO_FACTOR_CODE_WRONG',
  400,
  'O código está errado ou expirou.',
  'The code is neither the present one of the authenticator app nor a recovery code.',
);
export const codeUsedBefore = defineError(
  'TWO_FACTOR_CODE_USED',
  400,
  'Este código já foi usado: espere o próximo.',
  'Each code can be used once; the app shows the next within 30 seconds.',
);
export const recoveryCodeUsedBefore = defineError(
  'RECOVERY_CODE_USED',
  400,
  'Este código de recuperação já foi usado.',
  'Each recovery code can be used once: take another.',
);

const CODE_FAULT = 'deve ter os 6 dígitos do seu aplicativo autenticador, ou ser um código de recuperação';
export const unreadableCode = () => validationFailed([{ field: 'code', message: CODE_FAULT }]);

export const tooManyWrongCodes = defineError(
  'TOO_MANY_WRONG_CODES',
  429,
  'Muitos códigos errados: espere antes de tentar de novo.',
  'Five wrong codes within 15 minutes: wait for the seconds in `Retry-After`.',
  (waitMs: number) => ({ headers: { 'retry-after': String(Math.max(Math.ceil(waitMs / 1000), 1)) } }),
);

export const MAX_WRONG_TRIES = 5;
export const TRIES_WINDOW_MS = 15 * 60 * 1000;

const APP_CODE = /^[0-9]{6}$/;
const RECOVERY_CODE = /^[A-Za-z2-7]{16}$/;

/** People type spaces, hyphens and letters of either case. Returns null for anything else. */
export function readCode(text: string): TypedCode | null {
  const code = text.replace(/[ -]/g, '');
  if (APP_CODE.test(code)) return { kind: 'APP', digits: code };
  return RECOVERY_CODE.test(code) ? { kind: 'RECOVERY', code: code.toUpperCase() } : null;
}

/** People copy four groups from paper. */
export const recoveryCodeText = (code: string): string => (code.match(/.{4}/g) ?? []).join('-');

/** Earlier tries do not count. */
export const windowStart = (now: Date): Date => new Date(now.getTime() - TRIES_WINDOW_MS);

/** The next try is possible once the oldest of the last wrong ones leaves the window. */
export function waitMsAfter({ triedAt, acceptedAt }: Tries, now: Date): number {
  const accepted = acceptedAt.map((moment) => moment.getTime());
  const wrong = triedAt
    .map((moment) => moment.getTime())
    .filter((moment) => moment > windowStart(now).getTime())
    // An acceptance takes away one try, even of several at the same time.
    .filter((moment) => !takeOut(accepted, moment))
    .sort((one, other) => one - other);
  const inTheWay = wrong.at(-MAX_WRONG_TRIES);
  return inTheWay === undefined ? 0 : inTheWay + TRIES_WINDOW_MS - now.getTime();
}

function takeOut(moments: number[], moment: number): boolean {
  const index = moments.indexOf(moment);
  if (index >= 0) moments.splice(index, 1);
  return index >= 0;
}

const spelled = (character: string, count: number) => `(?:[ -]*${character}){${count}}[ -]*`;

/** Every module takes the second factor in this field of a body. */
export const SecondFactorCode = Type.String({
  maxLength: 64,
  pattern: `^(?:${spelled('[0-9]', 6)}|${spelled('[A-Za-z2-7]', 16)})$`,
  description: 'The 6 digits that your authenticator app shows, or one of your recovery codes; each is good once',
  'x-fault': CODE_FAULT,
  examples: ['492039'],
});

export const CodeBody = Type.Object({ code: SecondFactorCode }, { examples: [{ code: '492039' }] });

export const AppCodeBody = Type.Object(
  {
    code: Type.String({
      maxLength: 64,
      pattern: `^${spelled('[0-9]', 6)}$`,
      description: 'The 6 digits that your authenticator app shows',
      'x-fault': 'must be the 6 digits of your authenticator app',
    }),
  },
  { examples: [{ code: '492039' }] },
);

export const SetUpView = Type.Object(
  {
    secret: Type.String({ description: 'Secret to type without a camera: base32, 32 characters' }),
    otpauthUrl: Type.String({ description: 'Address that authenticator apps read' }),
    qrCode: Type.String({ description: 'The same as a picture: a PNG in a `data:` address' }),
  },
  {
    examples: [
      {
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        otpauthUrl:
          'otpauth://totp/Lisura:Ana?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Lisura&algorithm=SHA1&digits=6&period=30',
        qrCode: 'data:image/png;base64,iVBORw0KGgo=',
      },
    ],
  },
);

export function setUpView({ secret, accountName }: NewSecret): Static<typeof SetUpView> {
  const url = otpauthUrl(secret, accountName);
  return { secret: base32(secret), otpauthUrl: url, qrCode: qrPicture(url) };
}

const enabled = Type.Boolean({ description: 'Whether your second factor is on' });

const recoveryCodes = Type.Array(Type.String(), {
  description: 'Ten codes, each good once in the place of one of the app. They are shown now and never again',
});

export const EnabledView = Type.Object(
  { enabled, recoveryCodes },
  { examples: [{ enabled: true, recoveryCodes: ['K5QX-3MZ2-7RTA-WB4E', 'P2LN-YF6D-QJ7S-H5CU'] }] },
);

export const enabledView = (codes: readonly string[]): Static<typeof EnabledView> => ({
  enabled: true,
  recoveryCodes: codes.map(recoveryCodeText),
});

export const RenewedView = Type.Object(
  { recoveryCodes },
  { examples: [{ recoveryCodes: ['K5QX-3MZ2-7RTA-WB4E', 'P2LN-YF6D-QJ7S-H5CU'] }] },
);

export const renewedView = (codes: readonly string[]): Static<typeof RenewedView> => ({
  recoveryCodes: codes.map(recoveryCodeText),
});

export const DisabledView = Type.Object({ enabled }, { examples: [{ enabled: false }] });

export const VerifiedView = Type.Object(
  { verified: Type.Boolean({ description: 'Always true: a code that is not right is refused' }) },
  { examples: [{ verified: true }] },
);

export const StatusView = Type.Object(
  {
    enabled,
    enabledAt: orNull(time('When'), 'Since when; null while it is off'),
    recoveryCodesLeft: Type.Integer({ minimum: 0, description: 'Recovery codes that you have not used' }),
    withdrawalsWaitUntil: orNull(
      time('When'),
      'Until when withdrawals of money and items are not approved, since a second factor or a Pix key of yours is new, ' +
        'changed or reset; null where they do not wait',
    ),
  },
  {
    examples: [
      { enabled: true, enabledAt: '2026-11-15T12:00:00.000Z', recoveryCodesLeft: 9, withdrawalsWaitUntil: null },
    ],
  },
);

export const statusView = (
  { enabledAt, recoveryCodesLeft }: SecondFactorStatus,
  waitEnd: Date | null,
): Static<typeof StatusView> => ({
  enabled: enabledAt !== null,
  enabledAt,
  recoveryCodesLeft,
  withdrawalsWaitUntil: waitEnd,
});
