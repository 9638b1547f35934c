import type { IncomingMessage } from 'node:http';
import { AppError, errorBody, unauthorized } from '../errors.ts';
import type { Logger } from '../observability/logger.ts';
import { deviceIdOf, sessionIdOf } from './handshake.ts';
import { tooManyConnections } from './realtime.errors.ts';
import { createSeats } from './seats.ts';
import type { Connection, Identity, RealtimeSocket } from './sockets.ts';

/** Returns the user of a valid session, or null; may throw if the session is valid and this handshake is not. */
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

/** Says whether the headers of a handshake name a valid session. */
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

/** Decides on each socket: refused, anonymous, or of a user. */
export function createAdmission(options: AdmissionOptions): (socket: RealtimeSocket, next: Next) => void {
  const { authenticate, clientAddress, onDecided, logger } = options;
  const seats = createSeats(options.maxConnectionsPerUser);
  // Anonymous sockets are counted separately, so that strangers at the same address take no place of users.
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
    // The official client asks once a connection. A client that asks again and again is guessing, or keeps the database
    // busy.
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
          // The client library hands `data` on beside the text.
          next(Object.assign(new Error(error.message), { data: errorBody(error) }));
          return;
        }
        logger.error({ err: error }, 'a socket could not be authenticated');
        // A refusal would be final to the client; after a broken connection it tries again by itself.
        socket.conn.close(true);
        next(new Error('Unavailable'));
      },
    );
  };
}
