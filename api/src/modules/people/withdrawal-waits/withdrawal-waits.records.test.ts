import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitEndOf } from './withdrawal-waits.records.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 15, hour));

test('withdrawals wait for the hours after a change, and no longer', () => {
  assert.equal(waitEndOf(null, 24, at(0)), null);
  assert.deepEqual(waitEndOf(at(0), 24, at(1)), at(24));
  assert.deepEqual(waitEndOf(at(0), 24, new Date(at(24).getTime() - 1)), at(24));
  assert.equal(waitEndOf(at(0), 24, at(24)), null);
  assert.equal(waitEndOf(at(0), 0, at(0)), null);
});
