import type { Logger } from '../observability/logger.ts';

const pending = new WeakMap<object, (() => void)[]>();

/**
 * Calls `work` after the transaction has committed, and never if it rolls back: for notifications, socket events and
 * counts.
 */
export function afterCommit(tx: object, work: () => void): void {
  const works = pending.get(tx);
  if (works === undefined) pending.set(tx, [work]);
  else works.push(work);
}

/** The transaction calls this after its commit, so a failure here undoes nothing and does not stop the rest. */
export function runAfterCommit(tx: object, logger: Pick<Logger, 'error'>): void {
  for (const work of pending.get(tx) ?? []) {
    try {
      work();
    } catch (error) {
      logger.error({ err: error }, 'A transaction has committed, but not all of its notifications were sent');
    }
  }
}
