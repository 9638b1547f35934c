import type { IncomingMessage } from 'node:http';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { Id } from '../ids.ts';

/** Who stands behind a socket. */
export interface Identity {
  userId: Id<'user'>;
  sessionId: string;
  /** Absent: no administrator. */
  role?: 'USER' | 'ADMIN';
}

interface SocketData {
  /** Absent: anonymous. */
  identity?: Identity;
}

export type RealtimeServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>;
export type RealtimeSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>;
/** The connection under a socket, whatever its transport. */
export type Connection = RealtimeSocket['conn'];

/** Sockets live for hours; the request that opened one, headers and all, is needed for a moment. */
export function forgetHandshake(socket: RealtimeSocket): void {
  Object.assign(socket.conn, { request: null });
  Object.assign(socket, { handshake: null });
}

/** Where the sockets are; everything else on the server is ordinary HTTP. */
export const SOCKET_PATH = '/socket.io/';

export const isForSockets = ({ url }: IncomingMessage): boolean => url?.startsWith(SOCKET_PATH) === true;
