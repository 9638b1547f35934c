import type { IncomingHttpHeaders } from 'node:http';
import { cookieValue } from './cookies.ts';

/** Reads the headers that requests and the handshakes of sockets share. */

export const SESSION_COOKIE = 'sessionId';

export const sessionCookieOf = ({ cookie }: IncomingHttpHeaders): string | null => cookieValue(cookie, SESSION_COOKIE);

export function bearerOf({ authorization }: IncomingHttpHeaders): string | null {
  if (authorization === undefined) return null;
  const [scheme, token] = authorization.split(' ', 2);
  return scheme?.toLowerCase() === 'bearer' && token ? token : null;
}

export type OriginCheck = (headers: IncomingHttpHeaders) => boolean;

/**
 * Says whether one of our sites sends it. Browsers name the origin; programs that name none pass, since they hold the
 * credential themselves.
 */
export function createOriginCheck(allowedOrigins: readonly string[]): OriginCheck {
  const allowed = new Set(allowedOrigins);
  return ({ origin, 'sec-fetch-site': site }) => {
    if (origin !== undefined) return allowed.has(origin);
    return site === undefined || site === 'same-origin' || site === 'none';
  };
}
