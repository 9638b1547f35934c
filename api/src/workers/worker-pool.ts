import { endsWithin } from '../platform/time-limits.ts';

/** An event loop that has stood still for so long will not recover. */
const HUNG_MS = 30_000;
/** A start loads and compiles in one go, which takes long on a busy machine. */
const HUNG_START_MS = 300_000;
const HUNG_CHECK_MS = 1_000;
/** A late check means that the machine was suspended or Ctrl-Z was pressed, so the workers paused, too. */
const PAUSED_MS = 5_000;

interface WatchedWorker {
  /** It is the last sign of life, in milliseconds of `now`. */
  heardAtMs(): number;
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

/** A hung worker neither serves nor ends when asked. */
function killHungWorkers({ alive, starting }: WatchedWorkers, { now, onHung }: HungOptions): () => void {
  let checkedAtMs = now();
  /** No worker could give a sign of life during a pause. */
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

export interface PoolWorker extends WatchedWorker {
  /** It never resolves if the worker ends before. */
  ready: Promise<void>;
  /** It is null after a signal or if the worker could not be created. */
  ended: Promise<number | null>;
  stop(): void;
}

interface PoolOptions {
  size: number;
  fork(isFirst: boolean): PoolWorker;
  now(): number;
  onReplaced(code: number | null, delayMs: number): void;
  onHung(): void;
  onRestartFailed(code: number | null): void;
}

export interface WorkerPool {
  /** Returns null when all serve, or the exit code of the first that failed. */
  start(): Promise<number | null>;
  /** Each new worker serves before its predecessor is asked to end. Returns whether all were replaced. */
  restart(): Promise<boolean>;
  /** Kills those that remain after `limitMs`. Returns whether all ended in order. */
  stop(limitMs: number): Promise<boolean>;
}

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 30_000;
/** A worker that has served this long did not die of its start. */
const SOUND_AFTER_MS = 60_000;
const KILLED_MS = 500;

/** Repeated deaths in one place say nothing about workers in others. */
interface Place {
  failures: number;
  hasServed: boolean;
}

const newPlace = (): Place => ({ failures: 0, hasServed: false });

export const delayBefore = (failures: number) => Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), MAX_DELAY_MS);

interface Pool {
  options: PoolOptions;
  /** A worker that was asked to end is removed. */
  serving: Map<PoolWorker, Place>;
  alive: Set<PoolWorker>;
  starting: Set<PoolWorker>;
  replacing: Map<Place, NodeJS.Timeout>;
  isStopping: boolean;
  restarting: Promise<boolean> | null;
  restartsAgain: boolean;
  stopWatching(): void;
}

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
      // A change during a restart must reach workers that were replaced already.
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
  // A worker that never served would perhaps die at once again.
  const delayMs = isUrgent ? Number(!place.hasServed) * FIRST_DELAY_MS : delayBefore(place.failures);
  pool.options.onReplaced(code, delayMs);
  // While no worker serves, waiting gains nothing, also for those that wait already.
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
      // A worker that died meanwhile has been replaced.
      const leaving = pool.serving.delete(old) ? old : next;
      if (leaving === old) rely(pool, next, place);
      leaving.stop();
      await leaving.ended;
    }
    // The fault is perhaps mended since.
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

function startOf(worker: PoolWorker): Promise<'ready' | number | null> {
  return Promise.race([worker.ready.then(() => 'ready' as const), worker.ended]);
}
