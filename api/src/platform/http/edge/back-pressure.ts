import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const MAX_AHEAD = 8;
/** One read may hold two thousand requests, all parsed at once; a connection beyond this memory is cut. */
const MAX_WAITING = 16_384;

/**
 * A connection has one request in progress, so a client that reads nothing causes no work. Each further one begins in a
 * later turn of the event loop.
 */
export function answerInOrder(server: Server): void {
  const [handle, ...others] = server.listeners('request') as RequestListener[];
  if (handle === undefined || others.length > 0) throw new Error('The server must have one listener for requests');
  server.removeListener('request', handle);
  const waitingOn = new WeakMap<Socket, number>();
  let waiting = 0;

  function count(socket: Socket, change: 1 | -1): number {
    const before = waitingOn.get(socket);
    if (before === undefined) socket.once('close', () => forget(socket));
    const ahead = (before ?? 0) + change;
    waitingOn.set(socket, ahead);
    waiting += change;
    return ahead;
  }

  function forget(socket: Socket): void {
    waiting -= waitingOn.get(socket) ?? 0;
    waitingOn.delete(socket);
  }

  function waitOn(socket: Socket, request: IncomingMessage, response: ServerResponse): void {
    if (socket.destroyed) return;
    if (waiting >= MAX_WAITING) {
      socket.destroy();
      return;
    }
    if (count(socket, 1) >= MAX_AHEAD) socket.pause();
    response.once('socket', () => setImmediate(begin));
    function begin() {
      if (socket.destroyed) return;
      if (count(socket, -1) < MAX_AHEAD) socket.resume();
      (handle as RequestListener)(request as never, response as never);
    }
  }

  server.on('request', (request, response) => {
    if (response.socket === null) waitOn(request.socket, request, response);
    else handle(request, response);
  });
}

interface Turns {
  /** Counts the request if it may begin in this turn of the event loop. */
  begin(): boolean;
  /** Returns false if too many wait. */
  beginLater(work: () => void): boolean;
}

interface TurnsOptions {
  perTurn: number;
  maxWaiting: number;
  /** A busy machine needs longer for each request, so a turn of this length begins no more. */
  turnMs?: number;
  now?: () => number;
}

/**
 * A burst in one long turn would block a supervisor's check, which then ends the process. Requests wait for later
 * turns, and are refused if too many wait.
 */
export function createTurns({ perTurn, maxWaiting, turnMs = 10, now = () => performance.now() }: TurnsOptions): Turns {
  const waiting: (() => void)[] = [];
  let begun = 0;

  function nextTurn(): void {
    const endsMs = now() + turnMs;
    const most = Math.min(perTurn, waiting.length);
    let done = 0;
    while (done < most && (done === 0 || now() < endsMs)) {
      waiting[done]?.();
      done += 1;
    }
    waiting.splice(0, done);
    begun = waiting.length > 0 ? perTurn : done;
    if (begun === perTurn) setImmediate(nextTurn);
  }

  return {
    begin: () => {
      if (begun >= perTurn) return false;
      begun += 1;
      // The clock is not read for the first request, so short turns cost nothing.
      if (begun === perTurn) setImmediate(nextTurn);
      return true;
    },
    beginLater: (work) => {
      if (waiting.length >= maxWaiting) return false;
      waiting.push(work);
      return true;
    },
  };
}

/** All large answers that clients do not read share this limit. */

const LARGE_BYTES = 16 * 1024;
const MAX_UNTAKEN_BYTES = 128 * 1024 * 1024;

interface UntakenAnswers {
  /** Cuts the oldest answers if all together are too large. */
  add(response: ServerResponse, payload: unknown): void;
  bytes(): number;
}

export function createUntakenAnswers(maxBytes = MAX_UNTAKEN_BYTES): UntakenAnswers {
  /** The oldest first. */
  const untaken = new Map<ServerResponse, number>();
  let sum = 0;

  function forget(response: ServerResponse): void {
    sum -= untaken.get(response) ?? 0;
    untaken.delete(response);
  }

  return {
    add: (response, payload) => {
      const bytes = lengthOf(payload);
      if (bytes < LARGE_BYTES) return;
      untaken.set(response, bytes);
      sum += bytes;
      response.once('close', () => forget(response));
      for (const oldest of untaken.keys()) {
        if (sum <= maxBytes || oldest === response) break;
        forget(oldest);
        oldest.destroy();
      }
    },
    bytes: () => sum,
  };
}

function lengthOf(payload: unknown): number {
  if (typeof payload === 'string') return payload.length;
  return payload instanceof Uint8Array ? payload.byteLength : 0;
}

interface StallGuard {
  watch(socket: Socket): void;
  sweep(): void;
}

/**
 * A client that does not read keeps its answers in our memory. Node's time-out would also cut connections that wait for
 * long answers. A sweep costs requests nothing.
 */
export function createStallGuard(): StallGuard {
  /** Null: no bytes waited at the last sweep. */
  const takenBytes = new Map<Socket, number | null>();
  return {
    watch: (socket) => {
      takenBytes.set(socket, null);
      socket.once('close', () => takenBytes.delete(socket));
    },
    sweep: () => {
      for (const [socket, before] of takenBytes) {
        const taken = socket.writableLength === 0 ? null : socket.bytesWritten - socket.writableLength;
        if (taken !== null && taken === before) socket.destroy();
        else takenBytes.set(socket, taken);
      }
    },
  };
}

/** A client has between one and two intervals to take something. */
export function cutStalledConnections(server: Server, everyMs: number): void {
  const guard = createStallGuard();
  server.on('connection', guard.watch);
  const timer = setInterval(guard.sweep, everyMs).unref();
  server.on('close', () => clearInterval(timer));
}
