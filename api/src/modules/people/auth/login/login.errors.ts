import { defineError } from '../../../../platform/errors.ts';
import type { AssertionFault } from './openid.rules.ts';

const ASSERTION_FAULTS: Readonly<Record<AssertionFault, string>> = {
  cancelled: 'O login foi cancelado.',
  malformed: 'A resposta do login está incompleta ou malformada.',
  'foreign-provider': 'A resposta do login vem de outro provedor.',
  'foreign-return': 'A resposta do login foi emitida para outro site ou navegador.',
  'foreign-identity': 'A resposta do login não indica uma conta do provedor.',
  unsigned: 'A resposta do login não está totalmente assinada.',
  stale: 'A resposta do login expirou.',
};

export const loginRefused = defineError(
  'LOGIN_REFUSED',
  400,
  {
    say: (fault: AssertionFault) => ASSERTION_FAULTS[fault],
    params: (fault) => ({ fault }),
    examples: [
      ['cancelled'],
      ['malformed'],
      ['foreign-provider'],
      ['foreign-return'],
      ['foreign-identity'],
      ['unsigned'],
      ['stale'],
    ],
  },
  'The answer of the provider does not prove a login, or the login was cancelled: begin again.',
);
export const loginStateMissing = defineError(
  'LOGIN_STATE_MISSING',
  400,
  'Este login não foi iniciado neste navegador.',
  'The cookie of the login is missing: begin again in this browser.',
);
export const loginUsedBefore = defineError(
  'LOGIN_USED_BEFORE',
  400,
  'Esta resposta de login já foi usada.',
  'An answer of the provider can be used for one login: begin again.',
);
export const loginNotConfirmed = defineError(
  'LOGIN_NOT_CONFIRMED',
  401,
  'O provedor não confirmou o login.',
  'The provider denies that the answer is its own: begin again.',
);
export const providerUnavailable = defineError(
  'LOGIN_PROVIDER_UNAVAILABLE',
  503,
  'O provedor de login não respondeu. Tente de novo em instantes.',
  'The provider did not answer: try again after `Retry-After`.',
  (cause: unknown) => ({ headers: { 'retry-after': '5' }, cause }),
);
