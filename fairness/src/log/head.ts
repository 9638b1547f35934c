import { readJson } from '../plays/read-json.ts';
import type { Tree } from './merkle.ts';

/** What the platform signs of its log: the tree, and when. */
export interface LogHead extends Tree {
  /** ISO 8601. */
  at: string;
  /** Ed25519, as hex: 64 bytes, and 32 of the key. */
  signature: string;
  publicKey: string;
}

/** Another text that the same key may sign is never a head. */
const CONTEXT = 'lisura log head 1';

/** The text that is signed, as UTF-8. */
export const headText = ({ size, root, at }: Pick<LogHead, 'size' | 'root' | 'at'>): string =>
  JSON.stringify([CONTEXT, size, root, at]);

/** From what `GET /api/log/head` tells everybody. */
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
