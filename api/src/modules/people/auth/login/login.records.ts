import { type Static, Type } from 'typebox';
import { defineError, validationFailed } from '../../../../platform/errors.ts';

/**
 * These checks of an OpenID 2.0 assertion need no call. Each refuses a known attack: a provider of the attacker's own,
 * an unsigned or doubled field, an answer issued to another site.
 */
type AssertionFault =
  | 'cancelled'
  | 'malformed'
  | 'foreign-provider'
  | 'foreign-return'
  | 'foreign-identity'
  | 'unsigned'
  | 'stale';

interface Expected {
  /** The provider's answers name addresses below it. */
  identityUrl: string;
  /** The exact address of the request to the provider. */
  returnTo: string;
  nowMs: number;
}

type Assertion = { platformId: string; nonce: string } | { fault: AssertionFault };

export const OPENID_NS = 'http://specs.openid.net/auth/2.0';
const IDENTIFIER_SELECT = `${OPENID_NS}/identifier_select`;
const FIELDS = [
  'ns',
  'mode',
  'op_endpoint',
  'claimed_id',
  'identity',
  'return_to',
  'response_nonce',
  'assoc_handle',
  'signed',
  'sig',
] as const;
const MUST_BE_SIGNED = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle'];
const MAX_AGE_MS = 5 * 60_000;
/** Clocks differ a little; a nonce from further in the future is forged. */
const MAX_AHEAD_MS = 60_000;
const NONCE = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z)[\x21-\x7e]{0,235}$/;

export const LOGIN_PATH = '/openid/login';
const loginEndpoint = (identityUrl: string) => `${identityUrl}${LOGIN_PATH}`;

export function loginAddress(identityUrl: string, returnTo: string, realm: string): string {
  const query = new URLSearchParams({
    'openid.ns': OPENID_NS,
    'openid.mode': 'checkid_setup',
    'openid.identity': IDENTIFIER_SELECT,
    'openid.claimed_id': IDENTIFIER_SELECT,
    'openid.return_to': returnTo,
    'openid.realm': realm,
  });
  return `${loginEndpoint(identityUrl)}?${query}`;
}

/** `params` keep the order and number of the query. */
export function checkAssertion(params: readonly (readonly [string, string])[], expected: Expected): Assertion {
  const fields = fieldsOf(params);
  if (fields === null) return { fault: 'malformed' };
  if (fields.mode === 'cancel') return { fault: 'cancelled' };
  if (FIELDS.some((name) => fields[name] === undefined || fields[name] === '')) return { fault: 'malformed' };
  if (fields.ns !== OPENID_NS || fields.mode !== 'id_res') return { fault: 'malformed' };
  if (fields.op_endpoint !== loginEndpoint(expected.identityUrl)) return { fault: 'foreign-provider' };
  if (fields.return_to !== expected.returnTo) return { fault: 'foreign-return' };
  const platformId = platformIdOf(fields, expected.identityUrl);
  if (platformId === null) return { fault: 'foreign-identity' };
  const signed = new Set(fields.signed?.split(','));
  if (!MUST_BE_SIGNED.every((name) => signed.has(name))) return { fault: 'unsigned' };
  const nonce = fields.response_nonce ?? '';
  if (!isFresh(nonce, expected.nowMs)) return { fault: 'stale' };
  return { platformId, nonce };
}

/** Returns null where a parameter is doubled, unknown or malformed. */
function fieldsOf(params: readonly (readonly [string, string])[]): Partial<Record<string, string>> | null {
  const fields: Partial<Record<string, string>> = Object.create(null);
  const known = new Set<string>(FIELDS);
  for (const [name, value] of params) {
    if (name === 'state') continue;
    const field = name.startsWith('openid.') ? name.slice('openid.'.length) : null;
    if (field === null || !known.has(field) || fields[field] !== undefined) return null;
    if (!/^[\x20-\x7e]{0,2048}$/.test(value)) return null;
    fields[field] = value;
  }
  return fields;
}

function platformIdOf(fields: Partial<Record<string, string>>, identityUrl: string): string | null {
  if (fields.claimed_id !== fields.identity) return null;
  const prefix = `${identityUrl}/openid/id/`;
  const claimed = fields.claimed_id ?? '';
  if (!claimed.startsWith(prefix)) return null;
  const platformId = claimed.slice(prefix.length);
  return /^7656119[0-9]{10}$/.test(platformId) ? platformId : null;
}

function isFresh(nonce: string, nowMs: number): boolean {
  const stamp = NONCE.exec(nonce)?.[1];
  if (stamp === undefined) return false;
  const ageMs = nowMs - Date.parse(stamp);
  return ageMs <= MAX_AGE_MS && ageMs >= -MAX_AHEAD_MS;
}

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
