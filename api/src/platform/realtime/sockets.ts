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
