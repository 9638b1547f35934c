import type { Logger } from '../observability/logger.ts';

/** What is to be done once transactions under way have committed. */
const pending = new WeakMap<object, (() => void)[]>();

/** Does `work` if and only if the transaction commits, and after that: for notifications, socket events and counts. */
export function afterCommit(tx: object, work: () => void): void {
  const works = pending.get(tx);
  if (works === undefined) pending.set(tx, [work]);
  else works.push(work);
}

/** Called by the transaction itself. It is committed: what fails now undoes nothing, and does not stop the rest. */
export function runAfterCommit(tx: object, logger: Pick<Logger, 'error'>): void {
  for (const work of pending.get(tx) ?? []) {
    try {
      work();
    } catch (error) {
      logger.error({ err: error }, 'A transaction has committed, but not all of its notifications were sent');
    }
  }
}
