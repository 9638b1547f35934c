import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OriginCheck } from './handshake.ts';
import { createSeats } from './seats.ts';
import type { Connection, RealtimeServer } from './sockets.ts';

/** Everything a client sends counts, subscriptions to all its rooms after a reconnection included. */
const MAX_MESSAGES_PER_SECOND = 30;
/** A client that reads so slowly that this many packets wait for it would fill our memory. */
const MAX_WAITING_PACKETS = 1_000;
/** A polling client that does not come for its last packets keeps its connection for this long. */
const POLLING_CLOSE_MS = 2_000;
const METHODS = new Set(['GET', 'POST', 'OPTIONS']);

interface ConnectionGuardOptions {
  originIsAllowed: OriginCheck;
  clientAddress: (request: IncomingMessage) => string;
  maxUnidentifiedPerAddress: number;
}

type Answer = (message: string | null, isAllowed: boolean) => void;

export interface ConnectionGuard {
  allowRequest(request: IncomingMessage, answer: Answer): void;
  watch(engine: RealtimeServer['engine']): void;
  /** A user stands behind it now, so its address is no longer counted. */
  identified(connection: Connection): void;
  refuseAll(): void;
}

/** What holds for connections of both transports, before and below the sockets on them. */
export function createConnectionGuard(options: ConnectionGuardOptions): ConnectionGuard {
  const { originIsAllowed, clientAddress } = options;
  const seats = createSeats(options.maxUnidentifiedPerAddress);
  const leaveByConnection = new WeakMap<Connection, () => void>();
  let isRefusingAll = false;

  function refusalOf(request: IncomingMessage): string | null {
    if (isRefusingAll) return 'Server is closing';
    if (!originIsAllowed(request.headers)) return 'Origin not allowed';
    if (seats.isFull(clientAddress(request))) return 'Too many connections';
    return null;
  }

  function takeSeat(connection: Connection): void {
    const leave = seats.take(clientAddress(connection.request));
    if (leave === null) {
      connection.close(true);
      return;
    }
    leaveByConnection.set(connection, leave);
    connection.once('close', leave);
  }

  return {
    allowRequest: (request, answer) => {
      const refusal = refusalOf(request);
      if (refusal !== null && isUpgrade(request)) endWith403(request, refusal);
      answer(refusal, refusal === null);
    },
    watch: (engine) => {
      engine.use(restrictRequest);
      engine.on('connection', (connection: Connection) => {
        if ('closeTimeout' in connection.transport) connection.transport.closeTimeout = POLLING_CLOSE_MS;
        takeSeat(connection);
        limitRate(connection);
        limitBacklog(connection);
      });
    },
    identified: (connection) => leaveByConnection.get(connection)?.(),
    refuseAll: () => {
      isRefusingAll = true;
    },
  };
}

/** As Node tells them apart: an `Upgrade` header alone makes an ordinary request, which gets an ordinary answer. */
function isUpgrade({ headers: { upgrade, connection = '' } }: IncomingMessage): boolean {
  return upgrade !== undefined && /\bupgrade\b/i.test(connection);
}

/** Engine.IO answers every refused upgrade with 400; it adds nothing to a connection that has been answered. */
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
  // Private in the types alone: Engine.IO keeps it whole for others to read.
  const queue = connection as unknown as { readonly writeBuffer: readonly unknown[] };
  connection.on('packetCreate', () => {
    if (queue.writeBuffer.length > MAX_WAITING_PACKETS) connection.close(true);
  });
}
