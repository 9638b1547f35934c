import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HASH_MAX } from './constants.ts';
import { CHANCE_UNITS_MAX } from './outcomes/upgrade.ts';
import { chanceOfPercent, percentOfChance, percentOfRolls, rollsOfPercent } from './percent.ts';

test('percentages of rolls are exact and have no zeros that say nothing', () => {
  const told = [0, 1, 10, 123_456, 100_000, 1_250_000, 9_999_999, HASH_MAX].map(percentOfRolls);
  assert.deepEqual(told, ['0', '0.00001', '0.0001', '1.23456', '1', '12.5', '99.99999', '100']);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: HASH_MAX }), (rolls) => {
      assert.equal(rollsOfPercent(percentOfRolls(rolls)), BigInt(rolls));
    }),
  );
});

test('a percentage of rolls has at most 5 decimals, and no other spelling', () => {
  assert.equal(rollsOfPercent('33.33333'), 3_333_333n);
  assert.equal(rollsOfPercent('0.1'), 10_000n);
  assert.equal(rollsOfPercent('250'), 25_000_000n);
  for (const text of ['0.000001', '1e-7', '-1', '+1', '.5', '5.', '', ' 1', '1\n', 'NaN', '1234567890']) {
    assert.equal(rollsOfPercent(text), null, text);
  }
});

test('percentages of chances are exact and have no zeros that say nothing', () => {
  const told = [0, 1, 10, 405_000, 100_000, 900_000, 123_456].map(percentOfChance);
  assert.deepEqual(told, ['0', '0.0001', '0.001', '40.5', '10', '90', '12.3456']);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: CHANCE_UNITS_MAX }), (units) => {
      assert.equal(chanceOfPercent(percentOfChance(units)), units);
    }),
  );
  for (const text of ['0.00001', '-1', '', '5.']) assert.throws(() => chanceOfPercent(text), RangeError, text);
});
