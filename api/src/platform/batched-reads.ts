/**
 * Natural batching: calls that arrive while a read is under way form the next one. There is no timer, so a lone caller
 * waits for nothing, and under load one statement serves dozens of requests. Every call is answered by a statement
 * that began after it came, so what it gets is as fresh as a read of its own.
 */
const MAX_BATCHES_AT_ONCE = 2;
const MAX_KEYS_PER_BATCH = 500;

interface Waiting<Key, Value> {
  key: Key;
  resolve(value: Value | undefined): void;
  reject(error: unknown): void;
}

export function createBatchedRead<Key, Value>(
  readMany: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let waiting: Waiting<Key, Value>[] = [];
  let running = 0;
  const startBatches = () => {
    while (running < MAX_BATCHES_AT_ONCE && waiting.length > 0) {
      const batch = waiting.slice(0, MAX_KEYS_PER_BATCH);
      waiting = waiting.slice(MAX_KEYS_PER_BATCH);
      running += 1;
      runBatch(batch).finally(() => {
        running -= 1;
        startBatches();
      });
    }
  };
  const runBatch = async (batch: Waiting<Key, Value>[]) => {
    try {
      const values = await readMany([...new Set(batch.map(({ key }) => key))]);
      for (const { key, resolve } of batch) resolve(values.get(key));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      startBatches();
    });
}
