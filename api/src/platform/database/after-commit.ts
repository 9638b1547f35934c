/** What is to be done once transactions under way have committed. */
const pending = new WeakMap<object, (() => void)[]>();

/**
 * Does `work` if and only if the transaction commits, and after that: for what tells of it, by those who are part of a
 * transaction that is not their own. It must not throw.
 */
export function afterCommit(tx: object, work: () => void): void {
  const works = pending.get(tx);
  if (works === undefined) pending.set(tx, [work]);
  else works.push(work);
}

/** Told by the transaction itself. */
export function hasCommitted(tx: object): void {
  for (const work of pending.get(tx) ?? []) work();
}
