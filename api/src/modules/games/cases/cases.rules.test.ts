import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HASH_MAX } from '@lisura/fairness';
import fc from 'fast-check';
import { changedFields, divideRolls, percentOf, probabilityUnits, theoreticalRtp } from './cases.rules.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const anyWeights = fc.array(fc.bigInt({ min: 1n, max: 10n ** 14n }), { minLength: 1, maxLength: 60 });
/** Weights of every order of magnitude, so that some shares are far below one roll. */
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

test('percentages are exact and have no zeros that say nothing', () => {
  assert.deepEqual([0, 1, 100_000, 1_250_000, HASH_MAX].map(percentOf), ['0', '0.00001', '1', '12.5', '100']);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: HASH_MAX }), (rolls) => {
      assert.equal(probabilityUnits(percentOf(rolls)), BigInt(rolls));
    }),
  );
});

test('a probability has at most 5 decimals, and no other spelling', () => {
  assert.equal(probabilityUnits('33.33333'), 3_333_333n);
  assert.equal(probabilityUnits('0.1'), 10_000n);
  for (const text of ['0.000001', '1e-7', '-1', '+1', '.5', '5.', '', ' 1', 'NaN', '1234567890']) {
    assert.equal(probabilityUnits(text), null, text);
  }
});

test('the theoretical RTP is exact and rounded once, a half up', () => {
  const half = (valueCentsBrl: bigint, start: number, end: number) => ({
    hashRangeStart: start,
    hashRangeEnd: end,
    valueCentsBrl,
  });
  assert.equal(theoreticalRtp([half(900n, 1, HASH_MAX)], 1_000n), '90.0000');
  assert.equal(theoreticalRtp([half(0n, 1, 5_000_000), half(1n, 5_000_001, HASH_MAX)], 3n), '16.6667');
  // 5 rolls that pay one cent at a price of one cent: 0.00005 percent.
  assert.equal(theoreticalRtp([half(1n, 1, 5), half(0n, 6, HASH_MAX)], 1n), '0.0001');
  assert.equal(theoreticalRtp([half(1n, 1, 4), half(0n, 5, HASH_MAX)], 1n), '0.0000');
  assert.equal(theoreticalRtp([half(9_007_199_254_740_993n, 1, HASH_MAX)], 1n), '900719925474099300.0000');
});

test('only fields that differ are changed', () => {
  const before = { name: 'A', imageUrl: 'u', category: 'c', priceCents: 5n, status: 'DRAFT' as const };
  assert.deepEqual(changedFields(before, { name: 'A', priceCents: 6n, status: 'ACTIVE' }), {
    priceCents: { from: 5n, to: 6n },
    status: { from: 'DRAFT', to: 'ACTIVE' },
  });
});
