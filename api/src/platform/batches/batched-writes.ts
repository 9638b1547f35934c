import { strict as assert } from 'node:assert';
import type { AppError } from '../errors.ts';

/**
 * Commands that arrive while batches run form the next batch, without a timer. A further batch starts only when at
 * least half as many commands wait; otherwise callers that return together would split into batches of 1, 1, 1 and 62.
 * Commands with one key run in order, because they change the same rows.
 */
export interface BatchedWriteOptions<Command, Result> {
  /** Names the owner of the rows that the command changes. */
  keyOf(command: Command): string;
  /**
   * Returns outcomes in order. If it throws, it must leave nothing behind. A command passed to `refuse` is answered at
   * once and does not run again.
   */
  runBatch(
    commands: readonly Command[],
    refuse: (command: Command, why: Error) => void,
  ): Promise<readonly Outcome<Result>[]>;
  /**
   * If a failure left nothing behind, the commands run again one by one. After a commit whose answer was lost they must
   * not.
   */
  hadNoEffect(failure: unknown): boolean;
  maxBatches: number;
  /** Applies while the waiting commands fill a batch by weight; many light commands are better done together. */
  maxFullBatches?: number;
  maxCommands: number;
  /** The default is 1; a batch ends before its sum passes `maxWeight`. */
  weightOf?(command: Command): number;
  maxWeight?: number;
}

export type Outcome<Result> = { done: Result } | { refused: Error };

interface Waiting<Command, Result> {
  command: Command;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export function createBatchedWrite<Command, Result>(
  options: BatchedWriteOptions<Command, Result>,
): (command: Command) => Promise<Result> {
  const { maxBatches, maxFullBatches = maxBatches, maxCommands } = options;
  const queues = createKeyedQueues(options);
  let running = 0;
  let lastSize = 0;
  let isStarting = false;

  function startSoon(): void {
    if (isStarting) return;
    isStarting = true;
    setImmediate(() => {
      isStarting = false;
      startBatches();
    });
  }

  const isWorthIt = () => queues.readyCount > 0 && (running === 0 || queues.readyCount * 2 >= lastSize);

  function startBatches(): void {
    startSharedBatches();
    while (running < maxFullBatches && queues.fillsBatch()) startBatch(queues.take(maxCommands));
  }

  function startSharedBatches(): void {
    // This is decided before the first batch counts as under way.
    if (running >= maxBatches || !isWorthIt()) return;
    const share = Math.min(maxCommands, Math.ceil(queues.readyCount / (maxBatches - running)));
    while (running < maxBatches && queues.readyCount > 0) startBatch(queues.take(share));
  }

  function startBatch(batch: Waiting<Command, Result>[]): void {
    running += 1;
    lastSize = batch.length;
    settleBatch(batch, options).finally(() => {
      running -= 1;
      queues.release(batch);
      startSoon();
    });
  }

  return (command) =>
    new Promise((resolve, reject) => {
      if (queues.add({ command, resolve, reject })) startSoon();
    });
}

interface KeyedQueues<Entry> {
  readonly readyCount: number;
  /** Returns whether the command could be taken at once. */
  add(entry: Entry): boolean;
  fillsBatch(): boolean;
  /** The longest waiting key comes first. */
  take(most: number): Entry[];
  release(batch: readonly Entry[]): void;
}

function createKeyedQueues<Command, Result>({
  keyOf,
  weightOf = () => 1,
  maxWeight = Number.POSITIVE_INFINITY,
}: BatchedWriteOptions<Command, Result>): KeyedQueues<Waiting<Command, Result>> {
  type Entry = Waiting<Command, Result>;
  const queues = new Map<string, Entry[]>();
  let ready: string[] = [];

  return {
    get readyCount() {
      return ready.length;
    },
    add: (entry) => {
      const key = keyOf(entry.command);
      const queue = queues.get(key);
      queue?.push(entry);
      if (queue !== undefined) return false;
      queues.set(key, [entry]);
      ready.push(key);
      return true;
    },
    fillsBatch: () => {
      let weight = 0;
      return ready.some((key) => {
        const entry = queues.get(key)?.[0];
        weight += entry === undefined ? 0 : weightOf(entry.command);
        return weight >= maxWeight;
      });
    },
    take: (most) => {
      const batch: Entry[] = [];
      let weight = 0;
      for (const key of ready) {
        const entry = queues.get(key)?.[0];
        if (entry === undefined) break;
        weight += weightOf(entry.command);
        // A command that is too heavy for any batch runs alone.
        if (batch.length === most || (batch.length > 0 && weight > maxWeight)) break;
        batch.push(entry);
      }
      ready = ready.slice(batch.length);
      for (const { command } of batch) queues.get(keyOf(command))?.shift();
      return batch;
    },
    release: (batch) => {
      for (const { command } of batch) {
        const key = keyOf(command);
        if (queues.get(key)?.length === 0) queues.delete(key);
        else ready.push(key);
      }
    },
  };
}

type Runner<Command, Result> = Pick<BatchedWriteOptions<Command, Result>, 'runBatch' | 'hadNoEffect'>;

/** Never rejects. */
async function settleBatch<Command, Result>(
  batch: readonly Waiting<Command, Result>[],
  runner: Runner<Command, Result>,
): Promise<void> {
  let left = batch;
  const refuse = (refused: Command, why: Error) => {
    batch.find(({ command }) => command === refused)?.reject(why);
    left = left.filter(({ command }) => command !== refused);
  };
  try {
    const commands = batch.map(({ command }) => command);
    const outcomes = await runner.runBatch(commands, refuse);
    for (const [index, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined) reject(new Error('A command of a batch has no outcome'));
      else if ('refused' in outcome) reject(outcome.refused);
      else resolve(outcome.done);
    }
  } catch (failure) {
    if (batch.length > 1 && runner.hadNoEffect(failure)) {
      for (const entry of left) await settleBatch([entry], runner);
    } else {
      for (const { reject } of batch) reject(failure);
    }
  }
}

/** One command of several was refused: it has cost nothing and has an answer of its own. */
export interface Refused {
  refused: AppError;
}

export const isRefused = (outcome: object): outcome is Refused => 'refused' in outcome;

export function notRefused<Done extends object>(outcome: Done | Refused | undefined): Done {
  assert(outcome !== undefined, 'every command has an outcome');
  if (isRefused(outcome)) throw outcome.refused;
  return outcome;
}
