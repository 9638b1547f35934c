import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Stops reading from a connection on which this many requests wait. */
const MAX_AHEAD = 8;
/**
 * One read holds some two thousand of the smallest requests, and all of them are parsed at once, so a connection whose
 * waiting requests would take more memory than this is cut off.
 */
const MAX_WAITING = 16_384;

/**
 * Lets a connection have one request in progress. Further requests wait until the system has taken the answer to the
 * one before, so that a client that reads nothing causes no work. Each begins in a later turn of the event loop, so
 * that other connections are served in between.
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
    // Requests that were parsed before the cut are dropped.
    if (socket.destroyed) return;
    if (waiting >= MAX_WAITING) {
      socket.destroy();
      return;
    }
    if (count(socket, 1) >= MAX_AHEAD) socket.pause();
    // Node gives an answer its connection when all earlier ones are over.
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
  /** Says whether a request may begin in this turn of the event loop, and counts it. */
  begin(): boolean;
  /** Begins it in a later turn, in order; returns false if too many wait already. */
  beginLater(work: () => void): boolean;
}

interface TurnsOptions {
  perTurn: number;
  maxWaiting: number;
  /**
   * A turn that has taken so many milliseconds begins no more waiting requests, because a busy machine needs longer for
   * each.
   */
  turnMs?: number;
  now?: () => number;
}

/**
 * Spreads requests over turns of the event loop. A burst in one long turn would block a supervisor's check, which then
 * ends the process. A turn begins a number of requests, the next ones wait for later turns, and further ones are
 * refused, because a queue that cannot be served in time is useless.
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
    // New requests must not overtake the waiting ones.
    begun = waiting.length > 0 ? perTurn : done;
    if (begun === perTurn) setImmediate(nextTurn);
  }

  return {
    begin: () => {
      if (begun >= perTurn) return false;
      begun += 1;
      // The clock is not read for the first of a turn, so that a turn of few costs nothing.
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

/**
 * Bounds the bytes of answers that clients do not read. A connection has one at a time (`answer-order.ts`), and all
 * large ones together have this limit.
 */

/** Smaller answers, one for each connection, are not worth counting. */
const LARGE_BYTES = 16 * 1024;
const MAX_UNTAKEN_BYTES = 128 * 1024 * 1024;

interface UntakenAnswers {
  /** Counts the answer before it is sent. If all together are too many bytes, the oldest are cut off. */
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

/** A stream holds nothing: it is read only as fast as its client takes it. */
function lengthOf(payload: unknown): number {
  if (typeof payload === 'string') return payload.length;
  return payload instanceof Uint8Array ? payload.byteLength : 0;
}

interface StallGuard {
  watch(socket: Socket): void;
  /** Cuts every connection that had an answer waiting at the last sweep and has taken nothing of it since. */
  sweep(): void;
}

/**
 * A client that does not read its answers keeps them in our memory. Node's own time-out restarts a timer at every read
 * and write, and mistakes a connection that waits for a long answer for dead. A sweep over all connections costs a
 * request nothing.
 */
export function createStallGuard(): StallGuard {
  /** The bytes taken at the last sweep, if more were waiting; else null. */
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

/** A client gets between one and two times this to take something of its answer. */
export function cutStalledConnections(server: Server, everyMs: number): void {
  const guard = createStallGuard();
  server.on('connection', guard.watch);
  const timer = setInterval(guard.sweep, everyMs).unref();
  server.on('close', () => clearInterval(timer));
}
