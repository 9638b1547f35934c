/**
 * Calls in one turn of the event loop share a read, without a timer. Each call is answered by a read that began after
 * it, so its answer is as fresh as one of its own.
 */
const MAX_KEYS_PER_BATCH = 500;

interface Waiting<Key, Value> {
  key: Key;
  resolve(value: Value | undefined): void;
  reject(error: unknown): void;
}

export function createBatchedRead<Key, Value>(
  readMany: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
  { maxBatches = 2 }: { maxBatches?: number } = {},
): (key: Key) => Promise<Value | undefined> {
  let waiting: Waiting<Key, Value>[] = [];
  let running = 0;
  let isDue = false;
  const startBatches = () => {
    isDue = false;
    while (running < maxBatches && waiting.length > 0) {
      const batch = waiting.slice(0, MAX_KEYS_PER_BATCH);
      waiting = waiting.slice(MAX_KEYS_PER_BATCH);
      running += 1;
      runBatch(batch).finally(() => {
        running -= 1;
        startSoon();
      });
    }
  };
  const startSoon = () => {
    if (isDue || running >= maxBatches || waiting.length === 0) return;
    isDue = true;
    setImmediate(startBatches);
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
      startSoon();
    });
}
