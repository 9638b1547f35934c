import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HASH_MAX } from '../constants.ts';
import {
  CHANCE_UNITS_MAX,
  CHANCE_UNITS_PER_PERCENT,
  isUpgradeWon,
  upgradeChanceUnits,
  upgradeThreshold,
} from './upgrade.ts';

const anyUnits = fc.integer({ min: 0, max: CHANCE_UNITS_MAX });

test('the threshold is 10000000 − chance percent ÷ 100 × 10000000', () => {
  assert.equal(upgradeThreshold(0), 10_000_000);
  assert.equal(upgradeThreshold(1), 9_999_990);
  assert.equal(upgradeThreshold(333_333), 6_666_670);
  assert.equal(upgradeThreshold(500_000), 5_000_000);
  assert.equal(upgradeThreshold(900_000), 1_000_000);
  assert.equal(upgradeThreshold(1_000_000), 0);
});

test('the threshold equals the same formula in floating point, rounded, and is an integer by itself', () => {
  fc.assert(
    fc.property(anyUnits, (units) => {
      const percent = units / CHANCE_UNITS_PER_PERCENT;
      assert.equal(upgradeThreshold(units), Math.round(HASH_MAX - (percent / 100) * HASH_MAX));
    }),
  );
});

test('the threshold itself wins, the roll below it does not', () => {
  assert.equal(isUpgradeWon(333_333, 6_666_670), true);
  assert.equal(isUpgradeWon(333_333, 6_666_669), false);
  assert.equal(isUpgradeWon(1_000_000, 1), true);
  assert.equal(isUpgradeWon(0, 9_999_999), false);
  assert.equal(isUpgradeWon(0, 10_000_000), true, 'to the letter of the rule');
});

test('the chance is total ÷ target less the edge, rounded down to 4 decimals', () => {
  assert.equal(upgradeChanceUnits({ totalCents: 100n, targetCents: 300n }), 300_000);
  assert.equal(upgradeChanceUnits({ totalCents: 100n, targetCents: 700n }), 128_571);
  assert.equal(upgradeChanceUnits({ totalCents: 1n, targetCents: 900_001n }), 0);
  assert.equal(upgradeChanceUnits({ totalCents: 100n, targetCents: 300n, edgeUnits: 0 }), 333_333);
  assert.equal(upgradeChanceUnits({ totalCents: 100n, targetCents: 300n, edgeUnits: 50_000 }), 316_666);
});

test('the chance is at most the maximum, which is 90 percent when left out', () => {
  assert.equal(upgradeChanceUnits({ totalCents: 100n, targetCents: 100n }), 900_000);
  assert.equal(upgradeChanceUnits({ totalCents: 10n ** 18n, targetCents: 1n }), 900_000);
  assert.equal(upgradeChanceUnits({ totalCents: 100n, targetCents: 100n, maxUnits: 750_000 }), 750_000);
});

test('the chance is the largest number of units that does not exceed the true one', () => {
  const anyCents = fc.bigInt({ min: 1n, max: 10n ** 15n });
  fc.assert(
    fc.property(anyCents, anyCents, anyUnits, (totalCents, targetCents, edgeUnits) => {
      const units = BigInt(upgradeChanceUnits({ totalCents, targetCents, edgeUnits, maxUnits: CHANCE_UNITS_MAX }));
      const scaledStake = totalCents * BigInt(CHANCE_UNITS_MAX - edgeUnits);
      assert.ok(units * targetCents <= scaledStake);
      assert.ok(units === BigInt(CHANCE_UNITS_MAX) || (units + 1n) * targetCents > scaledStake);
    }),
  );
});

test('an argument out of range is named', () => {
  assert.throws(() => upgradeThreshold(-1), { name: 'RangeError', message: /^chanceUnits / });
  assert.throws(() => upgradeThreshold(0.5), { name: 'RangeError', message: /^chanceUnits / });
  assert.throws(() => isUpgradeWon(1_000_001, 1), { name: 'RangeError', message: /^chanceUnits / });
  const stake = { totalCents: 1n, targetCents: 1n };
  assert.throws(() => upgradeChanceUnits({ ...stake, totalCents: -1n }), { message: /^totalCents / });
  assert.throws(() => upgradeChanceUnits({ ...stake, targetCents: 0n }), { message: /^targetCents / });
  assert.throws(() => upgradeChanceUnits({ ...stake, edgeUnits: 1_000_001 }), { message: /^edgeUnits / });
  assert.throws(() => upgradeChanceUnits({ ...stake, maxUnits: Number.NaN }), { message: /^maxUnits / });
});
