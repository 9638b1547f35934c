import type { ServerResponse } from 'node:http';

/**
 * Answers that their clients do not read stay in our memory. A connection has one at a time (`answer-order.ts`), and all large
 * ones together are so many bytes at most, whatever limits of requests there are.
 */

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
