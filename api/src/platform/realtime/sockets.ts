import type { IncomingMessage } from 'node:http';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { Id } from '../ids.ts';

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
export type Connection = RealtimeSocket['conn'];

/** Sockets live for hours and need their request for a moment. */
export function forgetHandshake(socket: RealtimeSocket): void {
  Object.assign(socket.conn, { request: null });
  Object.assign(socket, { handshake: null });
}

export const SOCKET_PATH = '/socket.io/';

export const isForSockets = ({ url }: IncomingMessage): boolean => url?.startsWith(SOCKET_PATH) === true;

/** The page at `/api/events` shows these limits. */

export const MAX_CONNECTIONS_PER_USER = 10;
/** Limits anonymous connections. */
export const MAX_ANONYMOUS_PER_ADDRESS = 100;
/** Naming its user takes a client one message. */
export const MAX_UNDECIDED_PER_ADDRESS = 100;
/** Connections of users do not count. */
export const MAX_HANDSHAKES_PER_MINUTE = 200;
export const MAX_ROOMS_PER_SOCKET = 20;
export const MAX_ROOM_NAME_LENGTH = 100;
export const MAX_MESSAGE_BYTES = 16 * 1024;
/** Subscriptions after a reconnection count, too. */
export const MAX_MESSAGES_PER_SECOND = 30;
/** Packets for slow readers fill our memory. */
export const MAX_WAITING_PACKETS = 1_000;
