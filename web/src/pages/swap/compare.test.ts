import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareFor } from './compare.ts';

const swap = { creator: { id: '1' }, offeredValueCents: '3000', askedValueCents: '1000' };

test('what one side gains the other gives up', () => {
  assert.deepEqual(compareFor('2', swap), { isOwn: false, differenceCents: 2_000n, givenShare: 0.25 });
  assert.deepEqual(compareFor('1', swap), { isOwn: true, differenceCents: -2_000n, givenShare: 0.75 });
});
