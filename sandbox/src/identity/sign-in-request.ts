import { requestError } from '../request-error.ts';
import { type Account, findAccount } from './accounts.ts';

export const OPENID_NAMESPACE = 'http://specs.openid.net/auth/2.0';
const IDENTIFIER_SELECT = `${OPENID_NAMESPACE}/identifier_select`;

/** A relying party's wish to know who its visitor is, checked. */
export interface SignInRequest {
  returnTo: string;
  realm: string;
  /** A request that names its account needs no page. */
  account?: Account;
}

export function readSignInRequest(query: URLSearchParams): SignInRequest {
  for (const name of new Set(query.keys())) {
    if (query.getAll(name).length > 1) throw requestError(`The parameter ${name} is given more than once.`);
  }
  requireValue(query, 'openid.ns', OPENID_NAMESPACE);
  requireValue(query, 'openid.mode', 'checkid_setup');
  requireValue(query, 'openid.identity', IDENTIFIER_SELECT);
  requireValue(query, 'openid.claimed_id', IDENTIFIER_SELECT);

  const returnTo = query.get('openid.return_to');
  if (!returnTo) throw requestError('The parameter openid.return_to is missing.');
  const realm = query.get('openid.realm') ?? returnTo;
  const returnUrl = readWebAddress('openid.return_to', returnTo);
  const realmUrl = readWebAddress('openid.realm', realm);
  if (!isUnderRealm(returnUrl, realmUrl)) {
    throw requestError(`The openid.return_to "${returnTo}" is not under the openid.realm "${realm}".`);
  }

  const platformId = query.get('account');
  if (platformId === null) return { returnTo, realm };
  const account = findAccount(platformId);
  if (!account) throw requestError(`The account "${platformId}" is not an id of 17 digits that begins with 7656119.`);
  return { returnTo, realm, account };
}

function requireValue(query: URLSearchParams, name: string, expected: string): void {
  const value = query.get(name);
  if (value === null) throw requestError(`The parameter ${name} is missing; it must be "${expected}".`);
  if (value !== expected) throw requestError(`The parameter ${name} is "${value}"; it must be "${expected}".`);
}

function readWebAddress(name: string, value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw requestError(`The parameter ${name} is "${value}"; it must be a full http or https address.`);
  }
  // A line break would let one signed field pass for two. The other parts have no place in an address of a site.
  if (/[\s\p{Cc}]/u.test(value) || url.hash !== '' || url.username !== '' || url.password !== '') {
    throw requestError(`The parameter ${name} may hold no blanks, control characters, fragment or user name.`);
  }
  return url;
}

/**
 * OpenID 2.0, section 9.2, asks for the same scheme and port, the same host or one below a leading "*.", and the same
 * path or one below it.
 */
function isUnderRealm(url: URL, realm: URL): boolean {
  const sameHost = realm.hostname.startsWith('*.')
    ? url.hostname === realm.hostname.slice(2) || url.hostname.endsWith(realm.hostname.slice(1))
    : url.hostname === realm.hostname;
  const realmFolder = realm.pathname.endsWith('/') ? realm.pathname : `${realm.pathname}/`;
  const samePath = url.pathname === realm.pathname || url.pathname.startsWith(realmFolder);
  return url.protocol === realm.protocol && url.port === realm.port && sameHost && samePath;
}
