import type { IncomingMessage } from 'node:http';
import { AppError, errorBody, unauthorized } from '../errors.ts';
import { bearerOf, sessionCookieOf } from '../http/edge/access.ts';
import type { Logger } from '../observability/logger.ts';
import { tooManyConnections } from './realtime.errors.ts';
import type { Connection, Identity, RealtimeSocket } from './sockets.ts';

type Handshake = { readonly handshake: Pick<RealtimeSocket['handshake'], 'headers' | 'auth'> };

const DEVICE_HEADER = 'x-device-id';
/** Our ids are far shorter. */
const MAX_CREDENTIAL_LENGTH = 256;

/** An unreadable id differs from none. */
export function sessionIdOf({ handshake: { headers, auth } }: Handshake): string | null {
  const given: unknown[] = [sessionCookieOf(headers), auth.sessionId, bearerOf(headers)];
  const sessionId = given.find((value) => value !== undefined && value !== null && value !== '');
  if (sessionId === undefined) return null;
  if (typeof sessionId !== 'string' || sessionId.length > MAX_CREDENTIAL_LENGTH) throw unauthorized();
  return sessionId;
}

/** Browsers cannot set headers on a WebSocket. */
function deviceIdOf({ handshake: { headers, auth } }: Handshake): string | undefined {
  const deviceId: unknown = headers[DEVICE_HEADER] ?? auth.deviceId;
  const isReadable = typeof deviceId === 'string' && deviceId !== '' && deviceId.length <= MAX_CREDENTIAL_LENGTH;
  return isReadable ? deviceId : undefined;
}

interface Seats {
  /** Returns a function that frees the seat, or null without one. */
  take(key: string): (() => void) | null;
}

function createSeats(limitPerKey: number): Seats {
  const taken = new Map<string, number>();
  const takenOf = (key: string) => taken.get(key) ?? 0;
  return {
    take: (key) => {
      if (takenOf(key) >= limitPerKey) return null;
      taken.set(key, takenOf(key) + 1);
      let isFree = false;
      return () => {
        if (isFree) return;
        isFree = true;
        const left = takenOf(key) - 1;
        if (left === 0) taken.delete(key);
        else taken.set(key, left);
      };
    },
  };
}

/** May throw if the session is valid and this handshake is not. */
export type Authenticate = (
  sessionId: string,
  handshake: { ip: string; deviceId?: string },
) => Promise<Identity | null>;

interface AdmissionOptions {
  authenticate: Authenticate;
  clientAddress: (request: IncomingMessage) => string;
  maxConnectionsPerUser: number;
  maxAnonymousPerAddress: number;
  onDecided: (connection: Connection, isUser: boolean) => void;
  logger: Logger;
}

type Next = (error?: Error) => void;

export function createUserCheck({
  authenticate,
  clientAddress,
}: Pick<AdmissionOptions, 'authenticate' | 'clientAddress'>) {
  return async (request: IncomingMessage): Promise<boolean> => {
    const socket = { handshake: { headers: request.headers, auth: {} } };
    try {
      const sessionId = sessionIdOf(socket);
      return sessionId !== null && (await authenticate(sessionId, originOf(clientAddress(request), socket))) !== null;
    } catch {
      return false;
    }
  };
}

function originOf(ip: string, socket: Parameters<typeof deviceIdOf>[0]) {
  const deviceId = deviceIdOf(socket);
  return { ip, ...(deviceId === undefined ? {} : { deviceId }) };
}

export function createAdmission(options: AdmissionOptions): (socket: RealtimeSocket, next: Next) => void {
  const { authenticate, clientAddress, onDecided, logger } = options;
  const seats = createSeats(options.maxConnectionsPerUser);
  // Strangers at an address take no place of its users.
  const anonymousSeats = createSeats(options.maxAnonymousPerAddress);
  const known = new WeakSet<Connection>();

  async function identify(socket: RealtimeSocket): Promise<Identity | null> {
    const sessionId = sessionIdOf(socket);
    if (sessionId === null) return null;
    const identity = await authenticate(sessionId, originOf(clientAddress(socket.request), socket));
    if (identity === null) throw unauthorized();
    return identity;
  }

  async function admit(socket: RealtimeSocket): Promise<void> {
    const identity = await identify(socket);
    if (socket.conn.readyState !== 'open') return;
    const leave = identity === null ? anonymousSeats.take(clientAddress(socket.request)) : seats.take(identity.userId);
    if (leave === null) throw tooManyConnections();
    socket.conn.once('close', leave);
    if (identity !== null) socket.data.identity = identity;
    onDecided(socket.conn, identity !== null);
  }

  return (socket, next) => {
    // A client that asks again and again guesses or keeps the database busy.
    if (known.has(socket.conn)) {
      socket.conn.close(true);
      next(new Error('Already asked'));
      return;
    }
    known.add(socket.conn);
    admit(socket).then(
      () => next(),
      (error: unknown) => {
        if (error instanceof AppError && error.status < 500) {
          // The client library passes `data` on.
          next(Object.assign(new Error(error.message), { data: errorBody(error) }));
          return;
        }
        logger.error({ err: error }, 'a socket could not be authenticated');
        // A broken connection is tried again, a refusal is final.
        socket.conn.close(true);
        next(new Error('Unavailable'));
      },
    );
  };
}
