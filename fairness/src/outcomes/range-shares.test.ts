import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HASH_MAX } from '../constants.ts';
import { divideRolls, rangesByWeight } from './range-shares.ts';
import { rangeFaults, widthOf } from './ranges.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const anyWeights = fc.array(fc.bigInt({ min: 1n, max: 10n ** 14n }), { minLength: 1, maxLength: 60 });
/** Weights have every order of magnitude, so that some shares are far below one roll. */
const anyUnequalWeights = fc.array(
  fc
    .tuple(fc.bigInt({ min: 1n, max: 9n }), fc.bigInt({ min: 0n, max: 13n }))
    .map(([digit, zeros]) => digit * 10n ** zeros),
  { minLength: 1, maxLength: 60 },
);

test('rolls are divided wholly, everyone gets at least one', () => {
  fc.assert(
    fc.property(fc.oneof(anyWeights, anyUnequalWeights), fc.integer({ min: 60, max: HASH_MAX }), (weights, rolls) => {
      const widths = divideRolls(weights, rolls);
      assert.equal(widths.length, weights.length);
      assert.equal(sum(widths), rolls);
      assert.ok(widths.every((width) => Number.isInteger(width) && width >= 1));
    }),
  );
});

test('every width is within less than one roll of the exact share wherever the minimum leaves room', () => {
  fc.assert(
    fc.property(fc.oneof(anyWeights, anyUnequalWeights), (weights) => {
      const total = weights.reduce((all, weight) => all + weight, 0n);
      const least = weights.map((weight) => Math.max(1, Number((weight * BigInt(HASH_MAX)) / total)));
      fc.pre(sum(least) <= HASH_MAX);
      for (const [index, width] of divideRolls(weights, HASH_MAX).entries()) {
        const difference = BigInt(width) * total - (weights[index] ?? 0n) * BigInt(HASH_MAX);
        assert.ok(difference < total && difference > -total, `${width} for ${weights[index]} of ${total}`);
      }
    }),
  );
});

test('a larger weight never gets fewer rolls', () => {
  fc.assert(
    fc.property(fc.oneof(anyWeights, anyUnequalWeights), (weights) => {
      const widths = divideRolls(weights, HASH_MAX);
      const byWeight = [...weights.keys()].sort((one, other) => Number((weights[one] ?? 0n) - (weights[other] ?? 0n)));
      for (const [place, index] of byWeight.entries()) {
        const next = byWeight[place + 1];
        if (next === undefined || weights[index] === weights[next]) continue;
        assert.ok((widths[index] ?? 0) <= (widths[next] ?? 0));
      }
    }),
  );
});

test('the largest remainder gets the roll that is left, the first of equals first', () => {
  assert.deepEqual(divideRolls([1n, 1n, 1n], HASH_MAX), [3_333_334, 3_333_333, 3_333_333]);
  assert.deepEqual(divideRolls([5n, 3n, 1n], 4), [2, 1, 1]);
  assert.deepEqual(divideRolls([60n, 25n, 15n], 10), [6, 3, 1]);
});

test('where the minimum takes more than there is, the widest gives it up', () => {
  assert.deepEqual(divideRolls([10n ** 14n, 1n, 1n], 10), [8, 1, 1]);
  assert.deepEqual(divideRolls([10n ** 14n, 10n ** 14n - 1n, 1n], 10), [5, 4, 1]);
  assert.deepEqual(divideRolls([1n, 1n], 2), [1, 1]);
  assert.throws(() => divideRolls([1n, 1n, 1n], 2), RangeError);
  assert.throws(() => divideRolls([1n, 0n], 2), RangeError);
});

test('everything gets the range of its share, in the order given', () => {
  const entries = [
    { name: 'common', weight: 3n },
    { name: 'rare', weight: 1n },
  ];
  assert.deepEqual(
    rangesByWeight(entries, ({ weight }) => weight),
    [
      { name: 'common', weight: 3n, hashRangeStart: 1, hashRangeEnd: 7_500_000 },
      { name: 'rare', weight: 1n, hashRangeStart: 7_500_001, hashRangeEnd: HASH_MAX },
    ],
  );
  fc.assert(
    fc.property(fc.oneof(anyWeights, anyUnequalWeights), (weights) => {
      const ranges = rangesByWeight(
        weights.map((weight) => ({ weight })),
        ({ weight }) => weight,
      );
      assert.deepEqual(rangeFaults(ranges), []);
      assert.deepEqual(ranges.map(widthOf), divideRolls(weights, HASH_MAX));
    }),
  );
});
