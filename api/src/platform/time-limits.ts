/** Answers that our own pause delayed still count in this time. */
const LAST_CALL_MS = 20;

/**
 * Returns a function that cancels. A plain timer blames others for our own pause, because timers run before sockets are
 * read. It keeps the process alive, so that a stop is not cut.
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

/** Late work continues, and its end is ignored. */
export function within<Value>(limitMs: number, work: Promise<Value>, what: string): Promise<Value> {
  return new Promise((resolve, reject) => {
    const cancel = afterLimit(limitMs, () => reject(new Error(`${what} took longer than ${Math.round(limitMs)} ms`)));
    work.then(resolve, reject).finally(cancel);
  });
}

/** Rejects if the work fails in time. */
export function endsWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const cancel = afterLimit(limitMs, () => resolve(false));
    work.then(() => resolve(true), reject).finally(cancel);
  });
}
