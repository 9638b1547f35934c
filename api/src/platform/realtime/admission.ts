import type { IncomingMessage } from 'node:http';
import { AppError, unauthorized } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { deviceIdOf, sessionIdOf } from './handshake.ts';
import { createSeats } from './seats.ts';
import type { Connection, Identity, RealtimeSocket } from './sockets.ts';

/** Gives who stands behind a valid session, or null; may throw where the session is valid and this handshake is not. */
export type Authenticate = (
  sessionId: string,
  handshake: { ip: string; deviceId?: string },
) => Promise<Identity | null>;

interface AdmissionOptions {
  authenticate: Authenticate;
  clientAddress: (request: IncomingMessage) => string;
  maxConnectionsPerUser: number;
  onIdentified: (connection: Connection) => void;
  logger: Logger;
}

type Next = (error?: Error) => void;

/** Decides on each socket: refused, anonymous, or some user's. */
export function createAdmission(options: AdmissionOptions): (socket: RealtimeSocket, next: Next) => void {
  const { authenticate, clientAddress, onIdentified, logger } = options;
  const seats = createSeats(options.maxConnectionsPerUser);
  const known = new WeakSet<Connection>();

  async function identify(socket: RealtimeSocket): Promise<Identity | null> {
    const sessionId = sessionIdOf(socket);
    if (sessionId === null) return null;
    const deviceId = deviceIdOf(socket);
    const from = { ip: clientAddress(socket.request), ...(deviceId === undefined ? {} : { deviceId }) };
    const identity = await authenticate(sessionId, from);
    if (identity === null) throw unauthorized();
    return identity;
  }

  async function admit(socket: RealtimeSocket): Promise<void> {
    const identity = await identify(socket);
    if (identity === null || socket.conn.readyState !== 'open') return;
    const leave = seats.take(identity.userId);
    if (leave === null) throw new AppError(429, 'Too many connections');
    socket.conn.once('close', leave);
    socket.data.identity = identity;
    onIdentified(socket.conn);
  }

  return (socket, next) => {
    // The official client asks once a connection. Who asks again and again is guessing, or keeps the database busy.
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
          next(new Error(error.message));
          return;
        }
        logger.error({ err: error }, 'a socket could not be authenticated');
        // A refusal would be final to the client; a broken connection makes it try again by itself.
        socket.conn.close(true);
        next(new Error('Unavailable'));
      },
    );
  };
}
