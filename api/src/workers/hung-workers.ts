/** A process whose event loop has stood still for so long will not come back. */
const HUNG_MS = 30_000;
/** While it starts it loads and compiles in one go, which takes long on a machine that is busy. */
const HUNG_START_MS = 300_000;
const HUNG_CHECK_MS = 1_000;
/** A check that comes so late was kept from running, and so were the workers: the machine was suspended, or Ctrl-Z pressed. */
const PAUSED_MS = 5_000;

export interface WatchedWorker {
  /** When it last said that it lives, in milliseconds of `now`. */
  heardAtMs(): number;
  /** Ends it at once. */
  kill(): void;
}

interface WatchedWorkers {
  alive: ReadonlySet<WatchedWorker>;
  starting: ReadonlySet<WatchedWorker>;
}

interface HungOptions {
  now(): number;
  onHung(): void;
}

/** Kills those that stand still: such a worker neither serves nor ends when it is asked to. */
export function killHungWorkers({ alive, starting }: WatchedWorkers, { now, onHung }: HungOptions): () => void {
  let checkedAtMs = now();
  /** When everything last went on after a pause: nobody could say anything before. */
  let resumedAtMs = checkedAtMs;
  const timer = setInterval(() => {
    if (now() - checkedAtMs > PAUSED_MS) resumedAtMs = now();
    checkedAtMs = now();
    for (const worker of alive) {
      const limitMs = starting.has(worker) ? HUNG_START_MS : HUNG_MS;
      if (now() - Math.max(worker.heardAtMs(), resumedAtMs) < limitMs) continue;
      onHung();
      worker.kill();
    }
  }, HUNG_CHECK_MS);
  return () => clearInterval(timer);
}
