import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, errorBody, unauthorized } from '../errors.ts';
import { bearerOf, type OriginCheck, sessionCookieOf } from '../http/edge/access.ts';
import type { Logger } from '../observability/logger.ts';
import { tooManyConnections } from './rooms.ts';
import {
  type Connection,
  type Identity,
  MAX_MESSAGES_PER_SECOND,
  MAX_WAITING_PACKETS,
  type RealtimeServer,
  type RealtimeSocket,
} from './sockets.ts';

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

interface HandshakeRate {
  /** Returns a function that takes the count back; null if none is left in this minute. */
  take(address: string): (() => void) | null;
}

const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 50_000;

interface Window {
  count: number;
  endsMs: number;
}

function createHandshakeRate(perMinute: number, nowMs = () => performance.now()): HandshakeRate {
  const windows = new Map<string, Window>();

  function windowOf(address: string): Window {
    const known = windows.get(address);
    if (known !== undefined && known.endsMs > nowMs()) return known;
    if (windows.size >= MAX_ADDRESSES) forgetEnded(windows, nowMs());
    const window = { count: 0, endsMs: nowMs() + WINDOW_MS };
    windows.set(address, window);
    return window;
  }

  return {
    take: (address) => {
      const window = windowOf(address);
      if (window.count >= perMinute) return null;
      window.count += 1;
      let isBack = false;
      return () => {
        if (!isBack) window.count -= 1;
        isBack = true;
      };
    },
  };
}

/** Losing counts is better than unbounded memory. */
function forgetEnded(windows: Map<string, Window>, nowMs: number): void {
  for (const [address, { endsMs }] of windows) if (endsMs <= nowMs) windows.delete(address);
  if (windows.size >= MAX_ADDRESSES) windows.clear();
}

interface UndecidedConnections {
  add(address: string, connection: Connection): void;
  remove(connection: Connection): void;
}

/** Honest clients name their user at once. So the oldest undecided connection of an address gives way to a new one. */
function createUndecided(maxPerAddress: number): UndecidedConnections {
  const byAddress = new Map<string, Set<Connection>>();
  const addresses = new WeakMap<Connection, string>();

  function remove(connection: Connection): void {
    const address = addresses.get(connection);
    if (address === undefined) return;
    addresses.delete(connection);
    const connections = byAddress.get(address);
    connections?.delete(connection);
    if (connections?.size === 0) byAddress.delete(address);
  }

  return {
    add: (address, connection) => {
      const connections = byAddress.get(address) ?? new Set();
      byAddress.set(address, connections.add(connection));
      addresses.set(connection, address);
      const [oldest] = connections;
      if (connections.size <= maxPerAddress || oldest === undefined) return;
      remove(oldest);
      oldest.close(true);
    },
    remove,
  };
}

/** A polling client may come for its last packets. */
const POLLING_CLOSE_MS = 2_000;
const METHODS = new Set(['GET', 'POST', 'OPTIONS']);

interface ConnectionGuardOptions {
  originIsAllowed: OriginCheck;
  clientAddress: (request: IncomingMessage) => string;
  isUser: (request: IncomingMessage) => Promise<boolean>;
  maxUndecidedPerAddress: number;
  handshakesPerMinute: number;
}

type Answer = (message: string | null, isAllowed: boolean) => void;

export interface ConnectionGuard {
  allowRequest(request: IncomingMessage, answer: Answer): void;
  watch(engine: RealtimeServer['engine']): void;
  /** A handshake of a user does not count. */
  decided(connection: Connection, isUser: boolean): void;
  refuseAll(): void;
}

export function createConnectionGuard(options: ConnectionGuardOptions): ConnectionGuard {
  const { originIsAllowed, clientAddress, isUser } = options;
  const undecided = createUndecided(options.maxUndecidedPerAddress);
  const rate = createHandshakeRate(options.handshakesPerMinute);
  const takeBack = new WeakMap<IncomingMessage | Connection, () => void>();
  let isRefusingAll = false;

  async function refusalOf(request: IncomingMessage): Promise<string | null> {
    if (isRefusingAll) return 'Server is closing';
    // A handshake carries the session cookie from any site, and CORS does not apply to WebSockets. This check alone
    // keeps other sites out.
    if (!originIsAllowed(request.headers)) return 'Origem não permitida.';
    const giveBack = rate.take(clientAddress(request));
    if (giveBack !== null) {
      takeBack.set(request, giveBack);
      return null;
    }
    // Strangers must not keep users of their address out.
    return (await isUser(request)) ? null : 'Too many handshakes';
  }

  function follow(connection: Connection): void {
    const giveBack = takeBack.get(connection.request);
    if (giveBack !== undefined) takeBack.set(connection, giveBack);
    undecided.add(clientAddress(connection.request), connection);
    connection.once('close', () => undecided.remove(connection));
  }

  return {
    allowRequest: (request, answer) => {
      refusalOf(request).then((refusal) => {
        if (refusal !== null && isUpgrade(request)) endWith403(request, refusal);
        answer(refusal, refusal === null);
      });
    },
    watch: (engine) => {
      engine.use(restrictRequest);
      engine.on('connection', (connection: Connection) => {
        if ('closeTimeout' in connection.transport) connection.transport.closeTimeout = POLLING_CLOSE_MS;
        follow(connection);
        limitRate(connection);
        limitBacklog(connection);
      });
    },
    decided: (connection, isUsers) => {
      undecided.remove(connection);
      if (isUsers) takeBack.get(connection)?.();
    },
    refuseAll: () => {
      isRefusingAll = true;
    },
  };
}

/** As in Node, an `Upgrade` header alone makes an ordinary request. */
function isUpgrade({ headers: { upgrade, connection = '' } }: IncomingMessage): boolean {
  return upgrade !== undefined && /\bupgrade\b/i.test(connection);
}

/** Engine.IO answers 400 unless the connection has been answered. */
function endWith403(request: IncomingMessage, message: string): void {
  const head = ['HTTP/1.1 403 Forbidden', 'Connection: close', 'Content-Type: text/plain'];
  request.socket.end([...head, `Content-Length: ${Buffer.byteLength(message)}`, '', message].join('\r\n'));
}

function restrictRequest(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  response.setHeader('x-content-type-options', 'nosniff');
  if (METHODS.has(request.method ?? '')) {
    next();
    return;
  }
  response.writeHead(405);
  response.end();
}

function limitRate(connection: Connection): void {
  let windowEndsMs = 0;
  let count = 0;
  connection.on('packet', () => {
    const nowMs = performance.now();
    if (nowMs >= windowEndsMs) {
      windowEndsMs = nowMs + 1_000;
      count = 0;
    }
    count += 1;
    if (count > MAX_MESSAGES_PER_SECOND) connection.close(true);
  });
}

function limitBacklog(connection: Connection): void {
  // Engine.IO keeps this field private in its types alone.
  const queue = connection as unknown as { readonly writeBuffer: readonly unknown[] };
  connection.on('packetCreate', () => {
    if (queue.writeBuffer.length > MAX_WAITING_PACKETS) connection.close(true);
  });
}
