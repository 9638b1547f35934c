import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HASH_MAX } from '../constants.ts';
import { rollsOfPercent } from '../percent.ts';
import { type GivenItems, type ItemRange, planRanges } from './given-items.ts';
import { rangeFaults, widthOf } from './ranges.ts';

const range = (id: number, hashRangeStart: number, hashRangeEnd: number): ItemRange => ({
  itemId: String(id),
  hashRangeStart,
  hashRangeEnd,
});
const byRanges = (...items: ItemRange[]): GivenItems => ({ style: 'RANGES', items });
const byPercent = (percents: Record<number, number>): GivenItems => ({
  style: 'PROBABILITIES',
  items: Object.entries(percents).map(([itemId, percent]) => ({
    itemId,
    units: rollsOfPercent(String(percent)) ?? assert.fail(),
  })),
  normalize: false,
});
const plan = (present: readonly ItemRange[], given: GivenItems) => planRanges(present, given, 'items');
const widthsOf = (items: readonly ItemRange[]) => items.map((item) => [Number(item.itemId), widthOf(item)]);

const HALVES = [range(1, 1, 5_000_000), range(2, 5_000_001, HASH_MAX)];
const THIRDS = [range(1, 1, 6_000_000), range(2, 6_000_001, 9_000_000), range(3, 9_000_001, HASH_MAX)];

const anyRanges: fc.Arbitrary<ItemRange[]> = fc
  .uniqueArray(fc.integer({ min: 2, max: HASH_MAX }), { maxLength: 30 })
  .map((cuts) => {
    const starts = [1, ...cuts.sort((one, other) => one - other)];
    return starts.map((start, index) => range(index + 1, start, (starts[index + 1] ?? HASH_MAX + 1) - 1));
  });

test('normalized probabilities always cover every roll once, in the order given', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 1n, max: 10n ** 14n }), { minLength: 1, maxLength: 60 }),
      anyRanges,
      (weights, present) => {
        const items = weights.map((units, index) => ({ itemId: String(100 + index), units }));
        const { ranges, faults } = plan(present, { style: 'PROBABILITIES', items, normalize: true });
        assert.deepEqual(faults, []);
        assert.deepEqual(rangeFaults(ranges), []);
        assert.deepEqual(
          ranges.map((item) => item.itemId),
          [...present, ...items].map((item) => item.itemId),
        );
      },
    ),
  );
});

test('probabilities that sum to 100 are taken exactly', () => {
  const { ranges, faults } = plan([], byPercent({ 7: 79.99, 12: 20, 13: 0.01 }));
  assert.deepEqual(faults, []);
  assert.deepEqual(widthsOf(ranges), [
    [7, 7_999_000],
    [12, 2_000_000],
    [13, 1_000],
  ]);
});

test('probabilities that do not sum to 100 are refused with their sum', () => {
  const { faults } = plan([], byPercent({ 1: 50, 2: 49.5 }));
  assert.deepEqual(faults, [{ field: 'items', message: 'the probabilities sum to 99.5 percent instead of 100' }]);
});

test('ranges may come in any order and are stored in that of the rolls', () => {
  const { ranges, faults } = plan([], byRanges(...[...THIRDS].reverse()));
  assert.deepEqual(faults, []);
  assert.deepEqual(ranges, THIRDS);
});

test('every fault of the ranges is told with its place', () => {
  const { faults } = plan([], byRanges(range(1, 2, 10), range(2, 20, 30), range(3, 25, 40), range(1, 50, 45)));
  assert.deepEqual(faults, [
    { field: 'items.3', message: 'item 1 is given already at items.0' },
    { field: 'items.3', message: 'the range starts at 50, after its end 45' },
    { field: 'items.0', message: 'the ranges start at 2 instead of 1' },
    { field: 'items.1', message: 'no range covers 11 to 19' },
    { field: 'items.2', message: 'more than one range covers 25 to 30' },
    { field: 'items.2', message: 'the ranges end at 40 instead of 10000000' },
  ]);
});

test('merged ranges replace those of their items; a fault at an item that stays names it', () => {
  const { ranges } = plan(HALVES, byRanges(range(2, 5_000_001, 9_000_000), range(3, 9_000_001, HASH_MAX)));
  assert.deepEqual(ranges, [range(1, 1, 5_000_000), range(2, 5_000_001, 9_000_000), range(3, 9_000_001, HASH_MAX)]);
  const { faults } = plan(HALVES, byRanges(range(1, 1, 4_000_000)));
  assert.deepEqual(faults, [{ field: 'items', message: 'at item 2, which stays: no range covers 4000001 to 5000000' }]);
});

test('merged probabilities are exact, and the others share the rest in proportion', () => {
  const { ranges } = plan(THIRDS, byPercent({ 3: 1, 4: 9 }));
  assert.deepEqual(widthsOf(ranges), [
    [1, 6_000_000],
    [2, 3_000_000],
    [3, 100_000],
    [4, 900_000],
  ]);
  const { faults } = plan(THIRDS, byPercent({ 4: 99.99999 }));
  assert.match(
    faults[0]?.message ?? '',
    /^the probabilities sum to 99.99999 percent, which leaves too little for the 3 /,
  );
});

test('any merge of probabilities covers every roll once and gives exactly what was asked for', () => {
  fc.assert(
    fc.property(anyRanges, fc.bigInt({ min: 1n, max: 9_999_000n }), (present, units) => {
      const items = [{ itemId: '99', units }];
      const { ranges, faults } = plan(present, { style: 'PROBABILITIES', items, normalize: false });
      assert.deepEqual(faults, []);
      assert.deepEqual(rangeFaults(ranges), []);
      assert.equal(widthOf(ranges.at(-1) ?? range(0, 1, 1)), Number(units));
      assert.equal(ranges.length, present.length + 1);
    }),
  );
});

test('faults name the place where the items were given', () => {
  const halves = byRanges(range(1, 1, 5), range(1, 7, HASH_MAX));
  assert.deepEqual(planRanges([], halves, 'tables.2.prizes').faults, [
    { field: 'tables.2.prizes.1', message: 'item 1 is given already at tables.2.prizes.0' },
    { field: 'tables.2.prizes.1', message: 'no range covers 6 to 6' },
  ]);
  assert.equal(planRanges([], byPercent({ 1: 99 }), 'tables.2.prizes').faults[0]?.field, 'tables.2.prizes');
  assert.equal(planRanges([], byRanges(), 'tables.2.prizes').faults[0]?.field, 'tables.2.prizes');
});
