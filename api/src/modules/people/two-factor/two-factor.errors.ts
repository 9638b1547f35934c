import { defineAdminError, defineError, validationFailed } from '../../../platform/errors.ts';

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

/** Not 401, which says that there is no session: a client would log the user out. */
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

export const CODE_FAULT = 'deve ter os 6 dígitos do seu aplicativo autenticador, ou ser um código de recuperação';
export const unreadableCode = () => validationFailed([{ field: 'code', message: CODE_FAULT }]);

export const tooManyWrongCodes = defineError(
  'TOO_MANY_WRONG_CODES',
  429,
  'Muitos códigos errados: espere antes de tentar de novo.',
  'Five wrong codes within 15 minutes: wait for the seconds in `Retry-After`.',
  (waitMs: number) => ({ headers: { 'retry-after': String(Math.max(Math.ceil(waitMs / 1000), 1)) } }),
);
