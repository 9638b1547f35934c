import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Server } from 'socket.io';
import { createOriginCheck } from '../http/edge/access.ts';
import type { Logger } from '../observability/logger.ts';
import {
  type Authenticate,
  type ConnectionGuard,
  createAdmission,
  createConnectionGuard,
  createUserCheck,
} from './admission.ts';
import type { AdminPush, Push, SocketEvent } from './events.ts';
import type { ProcessLink } from './process-link.ts';
import { ADMIN_ROOM, createSubscriptions, ownRooms, sessionRoom, userRoom } from './rooms.ts';
import {
  forgetHandshake,
  MAX_ANONYMOUS_PER_ADDRESS,
  MAX_CONNECTIONS_PER_USER,
  MAX_HANDSHAKES_PER_MINUTE,
  MAX_MESSAGE_BYTES,
  MAX_ROOMS_PER_SOCKET,
  MAX_UNDECIDED_PER_ADDRESS,
  type RealtimeServer,
  SOCKET_PATH,
} from './sockets.ts';

const CLOSE_GRACE_MS = 1_000;

interface UpgradedSockets {
  collect(server: HttpServer): void;
  /** Late clients are cut. */
  allClosed(): Promise<void>;
}

/** A client that does not answer a close would delay the server's end for half a minute. */
function createUpgradedSockets(): UpgradedSockets {
  const open = new Set<Duplex>();
  const { promise: nobodyLeft, resolve: onNobodyLeft } = Promise.withResolvers<void>();
  let isClosing = false;

  function forget(this: Duplex): void {
    open.delete(this);
    if (isClosing && open.size === 0) onNobodyLeft();
  }

  return {
    collect: (server) => {
      server.on('upgrade', (_request, socket) => {
        open.add(socket);
        socket.once('close', forget);
      });
    },
    allClosed: async () => {
      isClosing = true;
      if (open.size === 0) return;
      const cut = setTimeout(() => {
        for (const socket of open) socket.destroy();
      }, CLOSE_GRACE_MS);
      await nobodyLeft;
      clearTimeout(cut);
    },
  };
}

export interface Realtime extends Push, AdminPush {
  /** Reaches all processes. */
  endSessions(sessionIds: readonly string[]): void;
  /** Call it before the server listens. */
  attach(server: HttpServer): void;
  /** The HTTP server would wait for open sockets. */
  close(): Promise<void>;
  readonly connections: number;
}

export interface RealtimeOptions {
  authenticate: Authenticate;
  /** All open sockets are checked every `recheckMs`, in case a message was lost. */
  stillValid: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Browsers name our own site, too. */
  allowedOrigins: readonly string[];
  /** Never throws. */
  clientAddress: (request: IncomingMessage) => string;
  /** Null: this process is alone. */
  redisUrl: string | null;
  keyPrefix?: string;
  /** They are never private. */
  publicRooms: readonly RegExp[];
  /** Polling is refused, because its requests would reach processes that do not know the socket. */
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
      // After a farewell the client would not connect again.
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

/** A null room reaches all. Never throws, because events are hints. */
function createSend(io: RealtimeServer, link: ProcessLink | null, logger: Logger): Send {
  /** Other processes may have listeners. */
  function isHeard(room: string | null): boolean {
    if (link !== null) return true;
    const { sockets, adapter } = io.of('/');
    return room === null ? sockets.size > 0 : adapter.rooms.has(room);
  }

  return (room, { name: event }, payload) => {
    try {
      // Writing JSON for nobody is costly: fifty rounds for one battle.
      if (!isHeard(room)) return;
      // Unwritable values must fail here, before they are sent to other processes.
      if (link !== null) JSON.stringify(payload);
      (room === null ? io : io.to(room)).emit(event, payload);
    } catch (error) {
      logger.error({ err: error, event }, 'an event could not be sent');
    }
  };
}

function cut(io: RealtimeServer, rooms: string[]): void {
  // No room would mean everybody.
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

/** Only processes with Redis load it. */
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
    destroyUpgrade: false,
    allowRequest,
    cors: { origin: [...options.allowedOrigins], credentials: true, methods: ['GET', 'POST'] },
    maxHttpBufferSize: options.maxMessageBytes ?? MAX_MESSAGE_BYTES,
    connectTimeout: CONNECT_TIMEOUT_MS,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
    // A compressor for each socket costs too much memory.
    perMessageDeflate: false,
    httpCompression: false,
  });
}

/** A session may end between its look-up and its socket's joining. */
const FIRST_CHECK_MS = 1_000;
const SESSIONS_PER_QUESTION = 1_000;

interface SessionWatchOptions {
  io: RealtimeServer;
  stillValid: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  recheckMs: number;
  logger: Logger;
}

interface SessionWatch {
  /** Call after the socket has joined its rooms. */
  add(sessionId: string): void;
  stop(): void;
}

/** Cuts sockets of sessions that ended without a message. If nobody can tell, they stay. */
function createSessionWatch({ io, stillValid, recheckMs, logger }: SessionWatchOptions): SessionWatch {
  const newcomers = new Set<string>();
  let firstCheck: NodeJS.Timeout | undefined;
  let recheck: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function check(sessionIds: readonly string[]): Promise<void> {
    try {
      for (let start = 0; start < sessionIds.length && !isStopped; start += SESSIONS_PER_QUESTION) {
        const asked = sessionIds.slice(start, start + SESSIONS_PER_QUESTION);
        const valid = await stillValid(asked);
        const ended = asked.filter((sessionId) => !valid.has(sessionId)).map(sessionRoom);
        if (ended.length > 0) io.local.in(ended).disconnectSockets(true);
      }
    } catch (error) {
      logger.warn({ err: error }, 'open sockets could not be checked against their sessions');
    }
  }

  function openSessions(): string[] {
    const sessionIds = new Set<string>();
    for (const { data } of io.of('/').sockets.values()) {
      if (data.identity !== undefined) sessionIds.add(data.identity.sessionId);
    }
    return [...sessionIds];
  }

  function scheduleRecheck(): void {
    recheck = setTimeout(async () => {
      await check(openSessions());
      if (!isStopped) scheduleRecheck();
    }, recheckMs);
    recheck.unref();
  }
  scheduleRecheck();

  return {
    add: (sessionId) => {
      newcomers.add(sessionId);
      firstCheck ??= setTimeout(() => {
        firstCheck = undefined;
        const sessionIds = [...newcomers];
        newcomers.clear();
        check(sessionIds);
      }, FIRST_CHECK_MS).unref();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(firstCheck);
      clearTimeout(recheck);
    },
  };
}
