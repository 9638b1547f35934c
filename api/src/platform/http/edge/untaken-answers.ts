import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Answers that their clients do not read stay in our memory. Two bounds hold, whatever limits of requests there are: a
 * connection has one answer at a time, and all large answers together are so many bytes at most.
 */

/** Requests that may wait on one connection for the answers before them; no client sends more ahead. */
const MAX_AHEAD = 128;

/**
 * A request that was sent ahead of earlier answers, which has no connection to answer on yet, begins when the one before
 * it was taken by the system: a client that reads nothing has nothing more done for it. Who sends too many ahead is cut off: each that waits is memory, too.
 */
export function createAnswerOrder(): (request: IncomingMessage, response: ServerResponse, work: () => void) => void {
  const waitingOn = new WeakMap<Socket, number>();
  return ({ socket }, response, work) => {
    const waiting = (waitingOn.get(socket) ?? 0) + 1;
    waitingOn.set(socket, waiting);
    if (waiting > MAX_AHEAD) {
      socket.destroy();
      return;
    }
    // Node gives an answer its connection when all earlier ones are over.
    response.once('socket', () => {
      waitingOn.set(socket, (waitingOn.get(socket) ?? 1) - 1);
      work();
    });
  };
}

/** What is smaller, one for each connection, is not worth counting. */
const LARGE_BYTES = 16 * 1024;
const MAX_UNTAKEN_BYTES = 128 * 1024 * 1024;

export interface UntakenAnswers {
  /** Before it is sent. Where all together are too many bytes, those that were sent first are cut off. */
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
      // Taken whole, or cut.
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

/** Of a stream nothing: it is read only as fast as its client takes it. */
function lengthOf(payload: unknown): number {
  if (typeof payload === 'string') return payload.length;
  return payload instanceof Uint8Array ? payload.byteLength : 0;
}
