import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBatchedRead } from './batched-reads.ts';

/** Work of the previous turn has ended after this. */
const turnEnd = async () => {
  await nextTurn();
  await nextTurn();
};

function gatedRead(maxBatches = 1) {
  const batches: { keys: number[]; answer(): void; fail(): void }[] = [];
  const read = createBatchedRead<number, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        batches.push({
          keys,
          answer: () => resolve(new Map(keys.filter((key) => key < 100).map((key) => [key, `value ${key}`]))),
          fail: () => reject(new Error('no database')),
        });
      }),
    { maxBatches },
  );
  return { batches, read, keysRead: () => batches.map(({ keys }) => keys) };
}

test('calls of one turn are read together, each key once; what comes meanwhile is read next', async () => {
  const { batches, read, keysRead } = gatedRead();
  const first = [1, 2, 3, 2].map(read);
  await turnEnd();
  const second = [4, 1].map(read);
  await turnEnd();
  assert.deepEqual(keysRead(), [[1, 2, 3]]);
  batches[0]?.answer();
  assert.deepEqual(await Promise.all(first), ['value 1', 'value 2', 'value 3', 'value 2']);
  await turnEnd();
  assert.deepEqual(keysRead(), [
    [1, 2, 3],
    [4, 1],
  ]);
  batches[1]?.answer();
  assert.deepEqual(await Promise.all(second), ['value 4', 'value 1']);
});

test('as many reads are under way at once as are allowed', async () => {
  const { batches, read, keysRead } = gatedRead(2);
  const answers: Promise<unknown>[] = [];
  for (const key of [1, 2, 3, 4]) {
    answers.push(read(key));
    await turnEnd();
  }
  assert.deepEqual(keysRead(), [[1], [2]]);
  batches[1]?.answer();
  await answers[1];
  await turnEnd();
  assert.deepEqual(keysRead(), [[1], [2], [3, 4]]);
  batches[0]?.answer();
  batches[2]?.answer();
  assert.deepEqual(await Promise.all(answers), ['value 1', 'value 2', 'value 3', 'value 4']);
});

test('an absent key is undefined', async () => {
  const { batches, read } = gatedRead();
  const answer = read(1000);
  await turnEnd();
  batches[0]?.answer();
  assert.equal(await answer, undefined);
});

test('a failed read fails its own callers and nobody else', async () => {
  const { batches, read } = gatedRead();
  const failing = read(1);
  await turnEnd();
  const other = read(2);
  batches[0]?.fail();
  await assert.rejects(failing, /no database/);
  await turnEnd();
  batches[1]?.answer();
  assert.equal(await other, 'value 2');
});
