import type { IncomingHttpHeaders } from 'node:http';
import { cookieValue } from './cookies.ts';

/** What requests and the handshakes of sockets say in the same headers, read once. What follows from it is the edge's. */

export const SESSION_COOKIE = 'sessionId';

/** The session id in the cookie, or null. */
export const sessionCookieOf = ({ cookie }: IncomingHttpHeaders): string | null => cookieValue(cookie, SESSION_COOKIE);

/** The session id in the bearer header, or null. */
export function bearerOf({ authorization }: IncomingHttpHeaders): string | null {
  if (authorization === undefined) return null;
  const [scheme, token] = authorization.split(' ', 2);
  return scheme?.toLowerCase() === 'bearer' && token ? token : null;
}

export type OriginCheck = (headers: IncomingHttpHeaders) => boolean;

/**
 * Whether a site of ours sends it. Browsers say where a request comes from; programs that say nothing pass, since they
 * hold the credential themselves.
 */
export function createOriginCheck(allowedOrigins: readonly string[]): OriginCheck {
  const allowed = new Set(allowedOrigins);
  return ({ origin, 'sec-fetch-site': site }) => {
    if (origin !== undefined) return allowed.has(origin);
    return site === undefined || site === 'same-origin' || site === 'none';
  };
}
