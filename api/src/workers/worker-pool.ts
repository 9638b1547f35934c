import { endsWithin } from '../platform/time-limits.ts';

/** A process whose event loop has stood still for so long will not come back. */
const HUNG_MS = 30_000;
/** While it starts it loads and compiles in one go, which takes long on a machine that is busy. */
const HUNG_START_MS = 300_000;
const HUNG_CHECK_MS = 1_000;
/** A check that comes so late was kept from running, and so were the workers: the machine was suspended, or Ctrl-Z pressed. */
const PAUSED_MS = 5_000;

interface WatchedWorker {
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
function killHungWorkers({ alive, starting }: WatchedWorkers, { now, onHung }: HungOptions): () => void {
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

/** One process of several, as the pool sees it. */
export interface PoolWorker extends WatchedWorker {
  /** Resolves once it serves; never where it ends before. */
  ready: Promise<void>;
  /** Resolves with the exit code, null where a signal ended it or it could not be made. */
  ended: Promise<number | null>;
  /** Asks it to end in order. */
  stop(): void;
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

interface Pool {
  options: PoolOptions;
  /** Those that are meant to serve, and where; one that is asked to end is none of them any more. */
  serving: Map<PoolWorker, Place>;
  alive: Set<PoolWorker>;
  starting: Set<PoolWorker>;
  replacing: Map<Place, NodeJS.Timeout>;
  isStopping: boolean;
  restarting: Promise<boolean> | null;
  restartsAgain: boolean;
  stopWatching(): void;
}

/** Keeps a number of processes serving, whatever becomes of each. */
export function createWorkerPool(options: PoolOptions): WorkerPool {
  const pool: Pool = {
    options,
    serving: new Map(),
    alive: new Set(),
    starting: new Set(),
    replacing: new Map(),
    isStopping: false,
    restarting: null,
    restartsAgain: false,
    stopWatching: () => {},
  };
  return {
    start: () => startAll(pool),
    restart: () => {
      // What was changed meanwhile must reach all of them, those too that were replaced just before.
      pool.restartsAgain = pool.restarting !== null;
      pool.restarting ??= restartAll(pool).finally(() => {
        pool.restarting = null;
      });
      return pool.restarting;
    },
    stop: (limitMs) => stopAll(pool, limitMs),
  };
}

async function startAll(pool: Pool): Promise<number | null> {
  pool.stopWatching = killHungWorkers(pool, pool.options);
  const first = add(pool, true);
  const code = await startOf(first);
  if (pool.isStopping) return null;
  if (code !== 'ready') return code ?? 1;
  rely(pool, first, newPlace());
  const others = Array.from({ length: pool.options.size - 1 }, () => add(pool));
  for (const other of others) rely(pool, other, newPlace());
  await Promise.all(others.map(startOf));
  return null;
}

function add({ options, alive, starting }: Pool, isFirst = false): PoolWorker {
  const worker = options.fork(isFirst);
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
function rely(pool: Pool, worker: PoolWorker, place: Place): void {
  const { now } = pool.options;
  const sinceMs = now();
  pool.serving.set(worker, place);
  worker.ended.then((code) => {
    if (pool.serving.delete(worker) && !pool.isStopping) replace(pool, place, code, now() - sinceMs);
  });
  worker.ready.then(() => {
    place.hasServed = true;
  });
}

function replace(pool: Pool, place: Place, code: number | null, livedMs: number): void {
  place.failures = livedMs >= SOUND_AFTER_MS ? 1 : place.failures + 1;
  const isUrgent = !doesAnybodyServe(pool);
  // One that never served would perhaps die again and again at once.
  const delayMs = isUrgent ? Number(!place.hasServed) * FIRST_DELAY_MS : delayBefore(place.failures);
  pool.options.onReplaced(code, delayMs);
  // While nobody serves nothing is gained by waiting, for those either that wait already.
  for (const each of isUrgent ? [place, ...pool.replacing.keys()] : [place]) fillAfter(pool, delayMs, each);
}

const doesAnybodyServe = ({ serving, starting }: Pool) => [...serving.keys()].some((worker) => !starting.has(worker));

function fillAfter(pool: Pool, delayMs: number, place: Place): void {
  clearTimeout(pool.replacing.get(place));
  const fill = () => {
    pool.replacing.delete(place);
    place.hasServed = false;
    rely(pool, add(pool), place);
  };
  if (delayMs === 0) fill();
  else pool.replacing.set(place, setTimeout(fill, delayMs));
}

async function restartAll(pool: Pool): Promise<boolean> {
  let hasFailed: boolean;
  do {
    pool.restartsAgain = false;
    hasFailed = false;
    for (const [old, place] of [...pool.serving]) {
      if (pool.isStopping) return false;
      const next = add(pool);
      const code = await startOf(next);
      if (pool.isStopping) return false;
      if (code !== 'ready') {
        pool.options.onRestartFailed(code);
        hasFailed = true;
        break;
      }
      // One that died meanwhile has been replaced.
      const leaving = pool.serving.delete(old) ? old : next;
      if (leaving === old) rely(pool, next, place);
      leaving.stop();
      await leaving.ended;
    }
    // Who asked again meanwhile has perhaps mended what was wrong.
  } while (pool.restartsAgain && !pool.isStopping);
  return !pool.isStopping && !hasFailed;
}

async function stopAll(pool: Pool, limitMs: number): Promise<boolean> {
  pool.isStopping = true;
  for (const timer of pool.replacing.values()) clearTimeout(timer);
  const ending = [...pool.alive];
  for (const worker of ending) worker.stop();
  const allEnded = Promise.all(ending.map(({ ended }) => ended));
  const areAllInOrder = await endsWithin(limitMs, allEnded);
  if (!areAllInOrder) {
    for (const worker of pool.alive) worker.kill();
    await endsWithin(KILLED_MS, allEnded);
  }
  pool.stopWatching();
  return areAllInOrder;
}

/** Whether it came up, or how it ended. */
function startOf(worker: PoolWorker): Promise<'ready' | number | null> {
  return Promise.race([worker.ready.then(() => 'ready' as const), worker.ended]);
}
