import { type Static, Type } from 'typebox';
import { defineError, validationFailed } from '../../../../platform/errors.ts';
import type { AssertionFault } from './login.rules.ts';

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

export const HOME_PATH = '/';
const MAX_PATH_LENGTH = 512;

/** A second slash or backslash would begin the name of another host. */
const PATH = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;
const ANY_HOST = 'http://own.invalid';

/**
 * Accepts only the path of a page of this site: no host, scheme, backslash or unprintable character. It also parses the
 * text as browsers do, which remove dots and could then read the rest as a host.
 */
export function isOwnPath(text: string): boolean {
  if (text.length > MAX_PATH_LENGTH || !PATH.test(text)) return false;
  const { origin, pathname } = new URL(text, ANY_HOST);
  return origin === ANY_HOST && !pathname.startsWith('//');
}

const NOT_A_PATH = 'must be a path of this site, such as /caixas/aurora';

export const LoginQuery = Type.Object({
  returnTo: Type.Optional(
    Type.String({
      maxLength: MAX_PATH_LENGTH,
      description:
        'The page to land on after the login: a path of this site with its query, such as `/caixas/aurora?x=1`. Nothing ' +
        'else is taken: no other host, scheme or backslash. Without it, the first page',
      'x-fault': NOT_A_PATH,
      examples: ['/caixas/aurora'],
    }),
  ),
});

export function returnToOf({ returnTo = HOME_PATH }: Static<typeof LoginQuery>): string {
  if (!isOwnPath(returnTo)) throw validationFailed([{ field: 'returnTo', message: NOT_A_PATH }]);
  return returnTo;
}

/** The login checks the provider's parameters itself, including doubled and unknown ones. */
export const CallbackQuery = Type.Object({
  state: Type.Optional(Type.Unsafe<unknown>({ type: 'string', description: 'The state that the login began with' })),
});
