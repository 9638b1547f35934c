/** The last part of a limit, in which an answer that only our own pause has delayed still counts. */
const LAST_CALL_MS = 20;

/**
 * Calls `giveUp` when the time is over, and returns a function that calls it off. A plain timer would blame others for
 * our own pause: after one, expired timers run before sockets are read, and before requests from just before the pause
 * are even sent. Here a late timer lets both run first. It keeps the process alive, because a stop that waits for
 * something must not become an exit in the middle of it.
 */
export function afterLimit(limitMs: number, giveUp: () => void): () => void {
  let isCancelled = false;
  const atLast = () => {
    if (!isCancelled) giveUp();
  };
  const beforeLastMs = Math.max(limitMs - LAST_CALL_MS, 0);
  let timer = setTimeout(() => {
    timer = setTimeout(() => setImmediate(atLast), LAST_CALL_MS);
  }, beforeLastMs);
  return () => {
    isCancelled = true;
    clearTimeout(timer);
  };
}

/** Returns the result of the work; rejects if it takes longer. The work then goes on, and its end is ignored. */
export function within<Value>(limitMs: number, work: Promise<Value>, what: string): Promise<Value> {
  return new Promise((resolve, reject) => {
    const cancel = afterLimit(limitMs, () => reject(new Error(`${what} took longer than ${Math.round(limitMs)} ms`)));
    work.then(resolve, reject).finally(cancel);
  });
}

/** Says whether the work ends in time; rejects if it fails in time. */
export function endsWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const cancel = afterLimit(limitMs, () => resolve(false));
    work.then(() => resolve(true), reject).finally(cancel);
  });
}
