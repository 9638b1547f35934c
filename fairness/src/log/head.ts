import { readJson } from '../plays/read-json.ts';
import type { Tree } from './merkle.ts';

/** The platform signs the tree of its log with a time. */
export interface LogHead extends Tree {
  /** ISO 8601. */
  at: string;
  /** Ed25519 signatures have 64 bytes and keys 32, in hex. */
  signature: string;
  publicKey: string;
}

/** The prefix keeps other texts of the same key from being heads. */
const CONTEXT = 'lisura log head 1';

export const headText = ({ size, root, at }: Pick<LogHead, 'size' | 'root' | 'at'>): string =>
  JSON.stringify([CONTEXT, size, root, at]);

/** Reads the answer of `GET /api/log/head`. */
export function logHeadFrom(answer: unknown): LogHead {
  const head = readJson(answer);
  return {
    size: head.integer('size'),
    root: head.text('root'),
    at: head.text('at'),
    signature: head.text('signature'),
    publicKey: head.text('publicKey'),
  };
}
