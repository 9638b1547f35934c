import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBatchedRead } from './batched-reads.ts';

function gatedRead() {
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
  );
  return { batches, read };
}

test('a lone caller is read at once; what comes meanwhile is read together, each key once', async () => {
  const { batches, read } = gatedRead();
  const answers = [1, 2, 3, 4, 3].map(read);
  assert.deepEqual(
    batches.map(({ keys }) => keys),
    [[1], [2]],
  );
  batches[0]?.answer();
  assert.equal(await answers[0], 'value 1');
  await Promise.resolve();
  assert.deepEqual(batches[2]?.keys, [3, 4]);
  batches[1]?.answer();
  batches[2]?.answer();
  assert.deepEqual(await Promise.all(answers), ['value 1', 'value 2', 'value 3', 'value 4', 'value 3']);
});

test('an absent key is undefined', async () => {
  const { batches, read } = gatedRead();
  const answer = read(1000);
  batches[0]?.answer();
  assert.equal(await answer, undefined);
});

test('a failed read fails its own callers and nobody else', async () => {
  const { batches, read } = gatedRead();
  const failing = read(1);
  const other = read(2);
  batches[0]?.fail();
  await assert.rejects(failing, /no database/);
  batches[1]?.answer();
  assert.equal(await other, 'value 2');
  const later = read(3);
  batches[2]?.answer();
  assert.equal(await later, 'value 3');
});
