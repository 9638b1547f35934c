/**
 * Natural batching of writes: commands that arrive while batches are under way form the next one. There is no timer, so
 * a lone caller waits for nothing, and under load one transaction serves dozens of requests.
 *
 * A batch begins at the end of the turn of the event loop, with everything that has arrived in it. A further batch begins
 * beside one under way only when at least half as many commands wait for it, and what waits is divided among the places
 * that are free. Without these, callers that come back together fall apart into batches of 1, 1, 1 and 62.
 *
 * Commands with the same key run one after the other, in the order in which they came, and never in the same batch or
 * in two at once: they would want the same rows, and each is decided on what the one before has left.
 */
export interface BatchedWriteOptions<Command, Result> {
  /** Whose rows the command changes. */
  keyOf(command: Command): string;
  /**
   * All in one transaction; an outcome for each command, in their order. What it throws must leave nothing behind. It may
   * call `refuse` for a command that it does nothing for: the caller then does not wait for the others, and the command is
   * not run again.
   */
  runBatch(
    commands: readonly Command[],
    refuse: (command: Command, why: Error) => void,
  ): Promise<readonly Outcome<Result>[]>;
  /**
   * Whether a failure has surely left nothing behind, so that the commands may be run again one by one: then only the
   * one that cannot be done fails. After a commit whose answer was lost a second run could do everything twice.
   */
  hadNoEffect(failure: unknown): boolean;
  /** Batches at the same time. */
  maxBatches: number;
  /** So many where what waits would fill one by its weight: many light commands are better done together. */
  maxFullBatches?: number;
  maxCommands: number;
  /** How much work a command is; without it each is 1. A batch ends before its sum passes `maxWeight`. */
  weightOf?(command: Command): number;
  maxWeight?: number;
}

/** A command that was refused by itself does not keep the others of its batch from being done. */
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

  /** Once for everything of this turn of the event loop. */
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
    // Decided once, before the first of them counts as under way.
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

/** Commands that wait, in a queue for each key. */
interface KeyedQueues<Entry> {
  /** How many keys have something waiting and nothing under way. */
  readonly readyCount: number;
  /** Whether it could be taken at once. */
  add(entry: Entry): boolean;
  /** Whether what is ready weighs enough for a batch. */
  fillsBatch(): boolean;
  /** The first command of each key that is ready, the longest waiting key first. */
  take(most: number): Entry[];
  /** Nothing of these is under way any more. */
  release(batch: readonly Entry[]): void;
}

function createKeyedQueues<Command, Result>({
  keyOf,
  weightOf = () => 1,
  maxWeight = Number.POSITIVE_INFINITY,
}: BatchedWriteOptions<Command, Result>): KeyedQueues<Waiting<Command, Result>> {
  type Entry = Waiting<Command, Result>;
  /** Of each key what waits for its turn; a key is here from its first command until nothing of it is left. */
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
        // One that is too heavy for any batch runs in one of its own.
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
