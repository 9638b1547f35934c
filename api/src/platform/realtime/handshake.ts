import type { IncomingHttpHeaders } from 'node:http';
import { unauthorized } from '../errors.ts';
import { SESSION_COOKIE } from '../http/access.ts';
import type { RealtimeSocket } from './sockets.ts';

const DEVICE_HEADER = 'x-device-id';
/** Far above what we hand out; longer ones are not worth a look-up. */
const MAX_CREDENTIAL_LENGTH = 256;

/** The cookie first, then the `auth` of the client library, then the bearer header. Unreadable is not the same as none. */
export function sessionIdOf({ handshake: { headers, auth } }: RealtimeSocket): string | null {
  const given: unknown[] = [cookieOf(headers.cookie, SESSION_COOKIE), auth.sessionId, bearerOf(headers.authorization)];
  const sessionId = given.find((value) => value !== undefined && value !== null && value !== '');
  if (sessionId === undefined) return null;
  if (typeof sessionId !== 'string' || sessionId.length > MAX_CREDENTIAL_LENGTH) throw unauthorized();
  return sessionId;
}

/** Browsers cannot set a header on a WebSocket, so the library's `auth` may carry it too. */
export function deviceIdOf({ handshake: { headers, auth } }: RealtimeSocket): string | undefined {
  const deviceId: unknown = headers[DEVICE_HEADER] ?? auth.deviceId;
  const isReadable = typeof deviceId === 'string' && deviceId !== '' && deviceId.length <= MAX_CREDENTIAL_LENGTH;
  return isReadable ? deviceId : undefined;
}

/** The first one counts, as for HTTP. */
function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const separator = pair.indexOf('=');
    if (separator > 0 && pair.slice(0, separator).trim() === name) return decoded(pair.slice(separator + 1).trim());
  }
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function bearerOf(header: string | undefined): string | undefined {
  const [scheme, token] = (header ?? '').split(' ', 2);
  return scheme?.toLowerCase() === 'bearer' ? token : undefined;
}

export type OriginCheck = (headers: IncomingHttpHeaders) => boolean;

/**
 * A handshake carries the session cookie whichever site makes it, and no browser applies CORS to a WebSocket: this
 * check is all that keeps another site from listening in its visitor's name. Programs that name no site pass.
 */
export function createOriginCheck(allowedOrigins: readonly string[]): OriginCheck {
  const allowed = new Set(allowedOrigins);
  return ({ origin, 'sec-fetch-site': site }) => {
    if (origin !== undefined) return allowed.has(origin);
    return site === undefined || site === 'same-origin' || site === 'none';
  };
}
