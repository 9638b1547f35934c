import { type Static, Type } from 'typebox';
import { qrPicture } from '../../../../platform/qr-pictures.ts';
import { orNull, Timestamp } from '../../../../platform/schemas.ts';
import { base32 } from '../base32.ts';
import { otpauthUrl } from '../totp.ts';
import { CODE_FAULT } from '../two-factor.errors.ts';
import { recoveryCodeText } from '../two-factor.rules.ts';
import type { SecondFactorStatus } from '../two-factor.types.ts';
import type { NewSecret } from './set-up-second-factor.ts';

/** With spaces and hyphens anywhere, as people type what they read in groups. */
const spelled = (character: string, count: number) => `(?:[ -]*${character}){${count}}[ -]*`;

/** The second factor in the body of a request, for every module that asks for one. */
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
    enabledAt: Type.Union([Timestamp, Type.Null()], { description: 'Since when; null while it is off' }),
    recoveryCodesLeft: Type.Integer({ minimum: 0, description: 'Recovery codes that you have not used' }),
    withdrawalsWaitUntil: orNull(
      Timestamp,
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
  enabledAt: enabledAt?.toISOString() ?? null,
  recoveryCodesLeft,
  withdrawalsWaitUntil: waitEnd?.toISOString() ?? null,
});
