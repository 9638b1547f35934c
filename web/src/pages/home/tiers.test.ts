import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standingOf } from './tiers.ts';

const tiers = [100, 500, 2_000].map((pointsRequired, place) => ({ number: place + 1, pointsRequired }));

test('points reach tiers one after the other', () => {
  assert.deepEqual(standingOf(tiers, 0), { reached: 0, next: tiers[0], percent: 0 });
  assert.deepEqual(standingOf(tiers, 100), { reached: 1, next: tiers[1], percent: 20 });
  assert.deepEqual(standingOf(tiers, 9_999), { reached: 3, next: null, percent: 100 });
});
