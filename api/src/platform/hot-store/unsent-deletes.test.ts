import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areDeletesUnsent, keepDeletes, noUnsentDeletes, sendSomeDeletes } from './unsent-deletes.ts';

const away = () => Promise.reject(new Error('away'));

test('a delete that could not be sent is kept', async () => {
  const unsent = noUnsentDeletes(10);
  keepDeletes(unsent, ['a', 'b']);
  await assert.rejects(sendSomeDeletes(unsent, { delete: away, deleteAll: away }));
  assert.deepEqual([...unsent.keys], ['a', 'b']);
});

test('a key that is deleted again while it is sent is sent again', async () => {
  const unsent = noUnsentDeletes(10);
  keepDeletes(unsent, ['a', 'b']);
  const sent: string[] = [];
  const redis = {
    delete: async (keys: readonly string[]) => {
      sent.push(...keys);
      if (sent.length === 2) keepDeletes(unsent, ['a']);
    },
    deleteAll: away,
  };
  while (areDeletesUnsent(unsent)) await sendSomeDeletes(unsent, redis);
  assert.deepEqual(sent, ['a', 'b', 'a']);
});

test('where too many wait all keys are deleted, and again where that could not be sent', async () => {
  const unsent = noUnsentDeletes(1);
  keepDeletes(unsent, ['a', 'b']);
  assert.deepEqual([...unsent.keys], []);
  await assert.rejects(sendSomeDeletes(unsent, { delete: away, deleteAll: away }));
  assert.ok(areDeletesUnsent(unsent));
  await sendSomeDeletes(unsent, { delete: away, deleteAll: async () => {} });
  assert.ok(!areDeletesUnsent(unsent));
});
