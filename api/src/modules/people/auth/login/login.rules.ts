/**
 * These checks of an OpenID 2.0 assertion need no call. Each refuses a known attack: a provider of the attacker's own,
 * an unsigned or doubled field, an answer issued to another site.
 */
export type AssertionFault =
  | 'cancelled'
  | 'malformed'
  | 'foreign-provider'
  | 'foreign-return'
  | 'foreign-identity'
  | 'unsigned'
  | 'stale';

export interface Expected {
  /** The provider's answers name addresses below it. */
  identityUrl: string;
  /** The exact address of the request to the provider. */
  returnTo: string;
  nowMs: number;
}

export type Assertion = { platformId: string; nonce: string } | { fault: AssertionFault };

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
