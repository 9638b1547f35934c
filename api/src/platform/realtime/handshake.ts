import { unauthorized } from '../errors.ts';
import { bearerOf, sessionCookieOf } from '../http/edge/credentials.ts';
import type { RealtimeSocket } from './sockets.ts';

type Handshake = { readonly handshake: Pick<RealtimeSocket['handshake'], 'headers' | 'auth'> };

const DEVICE_HEADER = 'x-device-id';
/** This is far above the length of our ids, so longer ones are not looked up. */
const MAX_CREDENTIAL_LENGTH = 256;

/** The cookie first, then the `auth` of the client library, then the bearer header. Unreadable is not the same as none. */
export function sessionIdOf({ handshake: { headers, auth } }: Handshake): string | null {
  const given: unknown[] = [sessionCookieOf(headers), auth.sessionId, bearerOf(headers)];
  const sessionId = given.find((value) => value !== undefined && value !== null && value !== '');
  if (sessionId === undefined) return null;
  if (typeof sessionId !== 'string' || sessionId.length > MAX_CREDENTIAL_LENGTH) throw unauthorized();
  return sessionId;
}

/** Browsers cannot set a header on a WebSocket, so the library's `auth` may carry it too. */
export function deviceIdOf({ handshake: { headers, auth } }: Handshake): string | undefined {
  const deviceId: unknown = headers[DEVICE_HEADER] ?? auth.deviceId;
  const isReadable = typeof deviceId === 'string' && deviceId !== '' && deviceId.length <= MAX_CREDENTIAL_LENGTH;
  return isReadable ? deviceId : undefined;
}
