import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { Server } from 'socket.io';
import { createOriginCheck } from '../http/edge/access.ts';
import type { Logger } from '../observability/logger.ts';
import { type Authenticate, createAdmission, createUserCheck } from './admission.ts';
import { type ConnectionGuard, createConnectionGuard } from './connection-guard.ts';
import type { AdminPush, Push, SocketEvent } from './events.ts';
import {
  MAX_ANONYMOUS_PER_ADDRESS,
  MAX_CONNECTIONS_PER_USER,
  MAX_HANDSHAKES_PER_MINUTE,
  MAX_MESSAGE_BYTES,
  MAX_ROOMS_PER_SOCKET,
  MAX_UNDECIDED_PER_ADDRESS,
} from './limits.ts';
import type { ProcessLink } from './process-link.ts';
import { ADMIN_ROOM, createSubscriptions, ownRooms, sessionRoom, userRoom } from './rooms.ts';
import { createSessionWatch } from './session-watch.ts';
import { forgetHandshake, type RealtimeServer, SOCKET_PATH } from './sockets.ts';
import { createUpgradedSockets } from './upgraded-sockets.ts';

export interface Realtime extends Push, AdminPush {
  /** Cuts the sockets of these sessions, on all processes. */
  endSessions(sessionIds: readonly string[]): void;
  /** Once, when the HTTP server exists and before it listens. */
  attach(server: HttpServer): void;
  /** Call it before the HTTP server closes, which would wait for the sockets. Clients connect again elsewhere. */
  close(): Promise<void>;
  /** Sockets of this process. */
  readonly connections: number;
}

export interface RealtimeOptions {
  authenticate: Authenticate;
  /**
   * Returns which of these sessions are still valid. It is asked for all open sockets every `recheckMs`, so that a lost
   * message cannot keep the socket of an ended session open.
   */
  stillValid: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** The sites that may connect; our own among them, since browsers name it too. */
  allowedOrigins: readonly string[];
  /** Never throws. */
  clientAddress: (request: IncomingMessage) => string;
  /** Null: this process is the only one. */
  redisUrl: string | null;
  /** The same in all processes of a deployment. */
  keyPrefix?: string;
  /** The rooms that a client may join by itself, never private ones. */
  publicRooms: readonly RegExp[];
  /**
   * True behind one port that hands each connection to any of several processes. Polling is then refused, because its
   * requests would reach processes that do not know their socket.
   */
  isOneOfSeveral?: boolean;
  logger: Logger;
  maxConnectionsPerUser?: number;
  maxAnonymousPerAddress?: number;
  maxUndecidedPerAddress?: number;
  handshakesPerMinute?: number;
  maxMessageBytes?: number;
  maxRoomsPerSocket?: number;
  recheckMs?: number;
}

const CONNECT_TIMEOUT_MS = 10_000;
const PING_INTERVAL_MS = 25_000;
const PING_TIMEOUT_MS = 20_000;

export async function createRealtime(options: RealtimeOptions): Promise<Realtime> {
  const { logger, allowedOrigins, clientAddress, keyPrefix = 'lisura:', recheckMs = 15_000 } = options;
  const guard = createConnectionGuard({
    originIsAllowed: createOriginCheck(allowedOrigins),
    clientAddress,
    isUser: createUserCheck(options),
    maxUndecidedPerAddress: options.maxUndecidedPerAddress ?? MAX_UNDECIDED_PER_ADDRESS,
    handshakesPerMinute: options.handshakesPerMinute ?? MAX_HANDSHAKES_PER_MINUTE,
  });
  const link = options.redisUrl === null ? null : await linkProcesses(options.redisUrl, keyPrefix, logger);
  const io = newServer(options, guard.allowRequest, link);
  const sessions = createSessionWatch({ io, stillValid: options.stillValid, recheckMs, logger });
  const allowSubscriptions = createSubscriptions(
    options.publicRooms,
    options.maxRoomsPerSocket ?? MAX_ROOMS_PER_SOCKET,
  );
  const upgraded = createUpgradedSockets();

  decideOnSockets(io, options, guard.decided);
  io.on('connection', (socket) => {
    const { identity } = socket.data;
    if (identity !== undefined) {
      socket.join(ownRooms(identity));
      sessions.add(identity.sessionId);
    }
    allowSubscriptions(socket);
    forgetHandshake(socket);
  });
  const send = createSend(io, link, logger);

  return {
    toUser: (userId, event, payload) => send(userRoom(userId), event, payload),
    toAll: (event, payload) => send(null, event, payload),
    toRoom: send,
    toAdministrators: (event, payload) => void io.local.to(ADMIN_ROOM).emit(event.name, payload),
    endSessions: (sessionIds) => cut(io, sessionIds.map(sessionRoom)),
    attach: (server) => {
      io.attach(server);
      guard.watch(io.engine);
      upgraded.collect(server);
    },
    close: async () => {
      guard.refuseAll();
      sessions.stop();
      // No farewell packet is sent, because after one the official client would not connect again by itself.
      io.engine?.close();
      await upgraded.allClosed();
      await io.of('/').adapter.close();
      link?.close();
    },
    get hasAdministrators() {
      return io.of('/').adapter.rooms.has(ADMIN_ROOM);
    },
    get connections() {
      return io.of('/').sockets.size;
    },
  };
}

type Send = (room: string | null, event: SocketEvent, payload: object) => void;

/** Sends to the sockets in a room, or to all if it is null. Never throws, because an event is a hint. */
function createSend(io: RealtimeServer, link: ProcessLink | null, logger: Logger): Send {
  /** Other processes may have listeners that this one does not know. */
  function isHeard(room: string | null): boolean {
    if (link !== null) return true;
    const { sockets, adapter } = io.of('/');
    return room === null ? sockets.size > 0 : adapter.rooms.has(room);
  }

  return (room, { name: event }, payload) => {
    try {
      // Without other processes, an event without listeners would be written as JSON all the same, fifty rounds for one
      // battle.
      if (!isHeard(room)) return;
      // What cannot be written as JSON must fail here: between processes it would fail later, as a rejection of nobody's.
      if (link !== null) JSON.stringify(payload);
      (room === null ? io : io.to(room)).emit(event, payload);
    } catch (error) {
      logger.error({ err: error, event }, 'an event could not be sent');
    }
  };
}

function cut(io: RealtimeServer, rooms: string[]): void {
  // No room at all would mean everybody.
  if (rooms.length > 0) io.in(rooms).disconnectSockets(true);
}

function decideOnSockets(io: RealtimeServer, options: RealtimeOptions, onDecided: ConnectionGuard['decided']): void {
  io.use(
    createAdmission({
      authenticate: options.authenticate,
      clientAddress: options.clientAddress,
      maxConnectionsPerUser: options.maxConnectionsPerUser ?? MAX_CONNECTIONS_PER_USER,
      maxAnonymousPerAddress: options.maxAnonymousPerAddress ?? MAX_ANONYMOUS_PER_ADDRESS,
      onDecided,
      logger: options.logger,
    }),
  );
}

/** What speaks with Redis is loaded where there is one. */
async function linkProcesses(url: string, keyPrefix: string, logger: Logger): Promise<ProcessLink> {
  const { connectProcesses } = await import('./process-link.ts');
  return connectProcesses(url, keyPrefix, logger);
}

function newServer(
  options: RealtimeOptions,
  allowRequest: ConnectionGuard['allowRequest'],
  link: ProcessLink | null,
): RealtimeServer {
  return new Server({
    ...(link === null ? {} : { adapter: link.adapter }),
    path: SOCKET_PATH,
    ...(options.isOneOfSeveral === true ? { transports: ['websocket'] as const } : {}),
    serveClient: false,
    // An offer elsewhere is an ordinary request, which may take its time.
    destroyUpgrade: false,
    allowRequest,
    cors: { origin: [...options.allowedOrigins], credentials: true, methods: ['GET', 'POST'] },
    maxHttpBufferSize: options.maxMessageBytes ?? MAX_MESSAGE_BYTES,
    connectTimeout: CONNECT_TIMEOUT_MS,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
    // A compressor for each socket costs far more memory than these short messages are worth.
    perMessageDeflate: false,
    httpCompression: false,
  });
}
