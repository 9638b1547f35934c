import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tradeOutcomeOf } from './deliveries.rules.ts';

test('a trade has ended when it is released or came to nothing, and may be taken back until then', () => {
  const outcomeOf = (status: number | null, isReleased = false, isRollback = false) =>
    tradeOutcomeOf({ status, isReleased, isRollback });
  const outcomes = [null, 0, 1, 2, 3, 4, 5, 6].map((status) => outcomeOf(status));
  assert.deepEqual(outcomes, [...Array(6).fill(null), 'DELIVERED', 'CAME_TO_NOTHING']);
  assert.equal(outcomeOf(4, true), 'DELIVERED');
  assert.equal(outcomeOf(6, true), 'CAME_TO_NOTHING');
  assert.equal(outcomeOf(4, true, true), 'CAME_TO_NOTHING');
});
