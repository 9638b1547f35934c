import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HASH_MAX } from '../constants.ts';
import { flipItems, isFlip, isFlipThresholdSound, pickFlipItem } from './flip.ts';
import { pickItem } from './ranges.ts';

const RANGES = [
  { name: 'common', hashRangeStart: 1, hashRangeEnd: 9_000_000 },
  { name: 'rare', hashRangeStart: 9_000_001, hashRangeEnd: 9_900_000 },
  { name: 'epic', hashRangeStart: 9_900_001, hashRangeEnd: 9_999_000 },
  { name: 'legendary', hashRangeStart: 9_999_001, hashRangeEnd: HASH_MAX },
];

test('a flip begins at the threshold, and a case without one never flips', () => {
  assert.equal(isFlip(9_900_001, 9_900_000), false);
  assert.equal(isFlip(9_900_001, 9_900_001), true);
  assert.equal(isFlip(9_900_001, HASH_MAX), true);
  assert.equal(isFlip(null, HASH_MAX), false);
});

test('the second wheel holds the items from the threshold on', () => {
  assert.deepEqual(
    flipItems(RANGES, 9_900_001).map(({ name }) => name),
    ['epic', 'legendary'],
  );
});

test('the flip picks the item that the roll had already picked, for any threshold at an item start', () => {
  const anyThreshold = fc.constantFrom(...RANGES.map(({ hashRangeStart }) => hashRangeStart));
  fc.assert(
    fc.property(anyThreshold, fc.integer({ min: 1, max: HASH_MAX }), (flipThreshold, roll) => {
      fc.pre(isFlip(flipThreshold, roll));
      assert.equal(pickFlipItem(RANGES, flipThreshold, roll), pickItem(RANGES, roll));
    }),
  );
});

test('a threshold inside a range is not sound: some flipping roll would have no item', () => {
  assert.equal(isFlipThresholdSound(RANGES, 9_900_001), true);
  assert.equal(isFlipThresholdSound(RANGES, 9_950_000), false);
  assert.throws(() => pickFlipItem(RANGES, 9_950_000, 9_950_000), RangeError);
});
