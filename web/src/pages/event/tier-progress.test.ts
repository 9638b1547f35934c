import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filledParts } from './tier-progress.ts';

test('the way is filled from mark to mark, in proportion to the points between two tiers', () => {
  const tiers = [100, 500, 2_000];
  assert.deepEqual(filledParts(tiers, 0), [0, 0, 0]);
  assert.deepEqual(filledParts(tiers, 50), [0.25, 0, 0]);
  assert.deepEqual(filledParts(tiers, 100), [0.5, 0, 0]);
  assert.deepEqual(filledParts(tiers, 400), [1, 0.25, 0]);
  assert.deepEqual(filledParts(tiers, 500), [1, 0.5, 0]);
  assert.deepEqual(filledParts(tiers, 9_999), [1, 1, 1]);
});
