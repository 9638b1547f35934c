import { defineError, validationFailed } from '../../../platform/errors.ts';

export const alreadyEnabled = defineError(
  'TWO_FACTOR_ALREADY_ENABLED',
  409,
  'Two-factor authentication is already enabled',
  'It is there: disable it first to set it up anew.',
);
export const notEnabled = defineError(
  'TWO_FACTOR_NOT_ENABLED',
  409,
  'Two-factor authentication is not enabled',
  'What was asked for needs a second factor, and the account has none.',
);
export const notSetUp = defineError(
  'TWO_FACTOR_NOT_SET_UP',
  409,
  'Set up two-factor authentication first',
  'There is no secret to enable: begin with the set-up.',
);

/** Not 401, which says that there is no session: a client would log the user out. */
export const wrongCode = defineError(
  'TWO_FACTOR_CODE_WRONG',
  400,
  'The code is wrong or too old',
  'The code is not that of the authenticator app at present, nor a recovery code.',
);
export const codeUsedBefore = defineError(
  'TWO_FACTOR_CODE_USED',
  400,
  'This code was used before: wait for the next one',
  'A code is good once; the app shows the next within 30 seconds.',
);
export const recoveryCodeUsedBefore = defineError(
  'RECOVERY_CODE_USED',
  400,
  'This recovery code was used before',
  'A recovery code is good once.',
);

export const CODE_FAULT = 'must be the 6 digits of your authenticator app, or a recovery code';
export const unreadableCode = () => validationFailed([{ field: 'code', message: CODE_FAULT }]);

export const tooManyWrongCodes = defineError(
  'TOO_MANY_WRONG_CODES',
  429,
  'Too many wrong codes: wait before you try again',
  'Five wrong codes within 15 minutes: wait for the seconds in `Retry-After`.',
  (waitMs: number) => ({ headers: { 'retry-after': String(Math.max(Math.ceil(waitMs / 1000), 1)) } }),
);
