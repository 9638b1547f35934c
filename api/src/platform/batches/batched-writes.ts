import { strict as assert } from 'node:assert';
import type { AppError } from '../errors.ts';

/**
 * Batches writes: commands that arrive while batches are under way form the next one. No timer is involved, so a lone
 * caller waits for nothing, and under load one transaction serves dozens of requests. A batch begins at the end of the
 * turn of the event loop. A further batch begins beside one under way only when at least half as many commands wait for
 * it, and waiting commands are divided among the free places; otherwise callers that come back together fall apart into
 * batches of 1, 1, 1 and 62. Commands with the same key run one after the other, in the order in which they came,
 * because they want the same rows and each depends on the one before.
 */
export interface BatchedWriteOptions<Command, Result> {
  /** Names the owner of the rows that the command changes. */
  keyOf(command: Command): string;
  /**
   * Runs all commands in one transaction and returns their outcomes in order. If it throws, it must leave nothing
   * behind. It may call `refuse` for a command: its caller then does not wait for the others, and the command is not
   * run again.
   */
  runBatch(
    commands: readonly Command[],
    refuse: (command: Command, why: Error) => void,
  ): Promise<readonly Outcome<Result>[]>;
  /**
   * Says whether a failure has surely left nothing behind, so that the commands may be run again one by one and only
   * the faulty one fails. After a commit whose answer was lost, a second run could do everything twice.
   */
  hadNoEffect(failure: unknown): boolean;
  maxBatches: number;
  /**
   * Limits the batches while the waiting commands would fill one by weight, because many light commands are better done
   * together.
   */
  maxFullBatches?: number;
  maxCommands: number;
  /** Returns the work that a command is, 1 by default. A batch ends before its sum passes `maxWeight`. */
  weightOf?(command: Command): number;
  maxWeight?: number;
}

/** A refused command does not stop the others of its batch. */
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

  /** Schedules one start for everything of this turn of the event loop. */
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
  /** Counts the keys that have something waiting and nothing under way. */
  readonly readyCount: number;
  /** Adds a command and returns whether it could be taken at once. */
  add(entry: Entry): boolean;
  /** Says whether the ready commands weigh enough for a batch. */
  fillsBatch(): boolean;
  /** Takes the first command of each ready key, the longest waiting key first. */
  take(most: number): Entry[];
  release(batch: readonly Entry[]): void;
}

function createKeyedQueues<Command, Result>({
  keyOf,
  weightOf = () => 1,
  maxWeight = Number.POSITIVE_INFINITY,
}: BatchedWriteOptions<Command, Result>): KeyedQueues<Waiting<Command, Result>> {
  type Entry = Waiting<Command, Result>;
  /** A key stays in this map from its first command until none is left. */
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

/** Answers every command of the batch; never rejects. */
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

/**
 * The refusal of one of several commands that run together: it cannot be done, has cost nothing, and has its own
 * answer.
 */
export interface Refused {
  refused: AppError;
}

export const isRefused = (outcome: object): outcome is Refused => 'refused' in outcome;

/** Returns what happened to a command that was done by itself; throws if it was refused. */
export function notRefused<Done extends object>(outcome: Done | Refused | undefined): Done {
  assert(outcome !== undefined, 'every command has an outcome');
  if (isRefused(outcome)) throw outcome.refused;
  return outcome;
}
