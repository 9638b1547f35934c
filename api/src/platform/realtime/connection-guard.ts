import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OriginCheck } from '../http/edge/access.ts';
import { type Connection, MAX_MESSAGES_PER_SECOND, MAX_WAITING_PACKETS, type RealtimeServer } from './sockets.ts';

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
