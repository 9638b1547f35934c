import { endsWithin } from '../platform/time-limits.ts';

/** One process of several, as the pool sees it. */
export interface PoolWorker {
  /** Resolves once it serves; never where it ends before. */
  ready: Promise<void>;
  /** Resolves with the exit code, null where a signal ended it or it could not be made. */
  ended: Promise<number | null>;
  /** When it last said that it lives, in milliseconds of `now`. */
  heardAtMs(): number;
  /** Asks it to end in order. */
  stop(): void;
  /** Ends it at once. */
  kill(): void;
}

interface PoolOptions {
  size: number;
  /** `isFirst`: the one that speaks to a person while everything comes up. */
  fork(isFirst: boolean): PoolWorker;
  now(): number;
  onReplaced(code: number | null, delayMs: number): void;
  onHung(): void;
  onRestartFailed(code: number | null): void;
}

export interface WorkerPool {
  /** All serve; null. Or the exit code of the first, where that could not come up. */
  start(): Promise<number | null>;
  /** Replaces all, one after the other: each new one serves before the old one is asked to end. Whether it did. */
  restart(): Promise<boolean>;
  /**
   * Resolves when all have ended. Those that have not after `limitMs` are killed, and left behind where even that does not
   * end them. Whether all ended in order.
   */
  stop(limitMs: number): Promise<boolean>;
}

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 30_000;
/** One that has served for so long did not die of its start. */
const SOUND_AFTER_MS = 60_000;
/** A process whose event loop has stood still for so long will not come back. */
const HUNG_MS = 30_000;
/** While it starts it loads and compiles in one go, which takes long on a machine that is busy. */
const HUNG_START_MS = 300_000;
const HUNG_CHECK_MS = 1_000;
/** A check that comes so late was kept from running, and so were the workers: the machine was suspended, or Ctrl-Z pressed. */
const PAUSED_MS = 5_000;
/** How long one that is killed may take to be gone. */
const KILLED_MS = 500;

/** One of as many as serve together. Who died soon, again and again, in one of them says nothing of the others. */
interface Place {
  failures: number;
  /** Whether who has it now has come up. */
  hasServed: boolean;
}

const newPlace = (): Place => ({ failures: 0, hasServed: false });

/** How long to wait before one is replaced, the `failures`th in a row of its place that died soon. */
export const delayBefore = (failures: number) => Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), MAX_DELAY_MS);

/** Keeps a number of processes serving, whatever becomes of each. */
export function createWorkerPool(options: PoolOptions): WorkerPool {
  const { size, fork, now } = options;
  /** Those that are meant to serve, and where; one that is asked to end is none of them any more. */
  const serving = new Map<PoolWorker, Place>();
  const alive = new Set<PoolWorker>();
  const starting = new Set<PoolWorker>();
  const replacing = new Map<Place, NodeJS.Timeout>();
  let isStopping = false;
  let restarting: Promise<boolean> | null = null;
  let restartsAgain = false;
  let watch: NodeJS.Timeout | undefined;
  let checkedAtMs = now();
  /** When everything last went on after a pause: nobody could say anything before. */
  let resumedAtMs = checkedAtMs;

  function add(isFirst = false): PoolWorker {
    const worker = fork(isFirst);
    alive.add(worker);
    starting.add(worker);
    worker.ready.then(() => starting.delete(worker));
    worker.ended.then(() => {
      alive.delete(worker);
      starting.delete(worker);
    });
    return worker;
  }

  /** From now on it is replaced should it end. */
  function rely(worker: PoolWorker, place: Place): void {
    const sinceMs = now();
    serving.set(worker, place);
    worker.ended.then((code) => {
      if (serving.delete(worker) && !isStopping) replace(place, code, now() - sinceMs);
    });
    worker.ready.then(() => {
      place.hasServed = true;
    });
  }

  const doesAnybodyServe = () => [...serving.keys()].some((worker) => !starting.has(worker));

  function replace(place: Place, code: number | null, livedMs: number): void {
    place.failures = livedMs >= SOUND_AFTER_MS ? 1 : place.failures + 1;
    const isUrgent = !doesAnybodyServe();
    // One that never served would perhaps die again and again at once.
    const delayMs = isUrgent ? Number(!place.hasServed) * FIRST_DELAY_MS : delayBefore(place.failures);
    options.onReplaced(code, delayMs);
    // While nobody serves nothing is gained by waiting, for those either that wait already.
    for (const each of isUrgent ? [place, ...replacing.keys()] : [place]) fillAfter(delayMs, each);
  }

  function fillAfter(delayMs: number, place: Place): void {
    clearTimeout(replacing.get(place));
    const fill = () => {
      replacing.delete(place);
      place.hasServed = false;
      rely(add(), place);
    };
    if (delayMs === 0) fill();
    else replacing.set(place, setTimeout(fill, delayMs));
  }

  /** One that stands still neither serves nor ends when it is asked to. */
  function endHung(): void {
    if (now() - checkedAtMs > PAUSED_MS) resumedAtMs = now();
    checkedAtMs = now();
    for (const worker of alive) {
      const limitMs = starting.has(worker) ? HUNG_START_MS : HUNG_MS;
      if (now() - Math.max(worker.heardAtMs(), resumedAtMs) < limitMs) continue;
      options.onHung();
      worker.kill();
    }
  }

  async function restartAll(): Promise<boolean> {
    let hasFailed: boolean;
    do {
      [restartsAgain, hasFailed] = [false, false];
      for (const [old, place] of [...serving]) {
        if (isStopping) return false;
        const next = add();
        const code = await startOf(next);
        if (isStopping) return false;
        if (code !== 'ready') {
          options.onRestartFailed(code);
          hasFailed = true;
          break;
        }
        // One that died meanwhile has been replaced.
        const leaving = serving.delete(old) ? old : next;
        if (leaving === old) rely(next, place);
        leaving.stop();
        await leaving.ended;
      }
      // Who asked again meanwhile has perhaps mended what was wrong.
    } while (restartsAgain && !isStopping);
    return !isStopping && !hasFailed;
  }

  return {
    start: async () => {
      checkedAtMs = now();
      watch = setInterval(endHung, HUNG_CHECK_MS);
      const first = add(true);
      const code = await startOf(first);
      if (isStopping) return null;
      if (code !== 'ready') return code ?? 1;
      rely(first, newPlace());
      const others = Array.from({ length: size - 1 }, () => add());
      for (const other of others) rely(other, newPlace());
      await Promise.all(others.map(startOf));
      return null;
    },
    restart: () => {
      // What was changed meanwhile must reach all of them, those too that were replaced just before.
      restartsAgain = restarting !== null;
      restarting ??= restartAll().finally(() => {
        restarting = null;
      });
      return restarting;
    },
    stop: async (limitMs) => {
      isStopping = true;
      for (const timer of replacing.values()) clearTimeout(timer);
      const ending = [...alive];
      for (const worker of ending) worker.stop();
      const allEnded = Promise.all(ending.map(({ ended }) => ended));
      const areAllInOrder = await endsWithin(limitMs, allEnded);
      if (!areAllInOrder) {
        for (const worker of alive) worker.kill();
        await endsWithin(KILLED_MS, allEnded);
      }
      clearInterval(watch);
      return areAllInOrder;
    },
  };
}

/** Whether it came up, or how it ended. */
function startOf(worker: PoolWorker): Promise<'ready' | number | null> {
  return Promise.race([worker.ready.then(() => 'ready' as const), worker.ended]);
}
