/** The last part of a limit, in which what only a pause of our own has delayed still counts. */
const LAST_CALL_MS = 20;

/**
 * Calls `giveUp` when the time is over; gives what calls it off.
 *
 * A plain timer would blame others for a pause of our own: after one, expired timers run before sockets are read, and
 * before what was asked just before the pause is even sent. Here a late timer gives both their turn first. It keeps the
 * process alive, since a stop that waits for something must not become an exit in the middle of it.
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

/** What the work gives; rejects where it takes longer. The work goes on then, and how it ends is nobody's concern. */
export function within<Value>(limitMs: number, work: Promise<Value>, what: string): Promise<Value> {
  return new Promise((resolve, reject) => {
    const cancel = afterLimit(limitMs, () => reject(new Error(`${what} took longer than ${Math.round(limitMs)} ms`)));
    work.then(resolve, reject).finally(cancel);
  });
}

/** Whether the work ends in time; rejects where it fails in time. */
export function endsWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const cancel = afterLimit(limitMs, () => resolve(false));
    work.then(() => resolve(true), reject).finally(cancel);
  });
}
