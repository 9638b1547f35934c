import type { ServerResponse } from 'node:http';

/**
 * Bounds the bytes of answers that clients do not read. A connection has one at a time (`answer-order.ts`), and all
 * large ones together have this limit.
 */

/** Smaller answers, one for each connection, are not worth counting. */
const LARGE_BYTES = 16 * 1024;
const MAX_UNTAKEN_BYTES = 128 * 1024 * 1024;

export interface UntakenAnswers {
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
