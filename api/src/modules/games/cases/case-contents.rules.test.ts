import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HASH_MAX, isFlipThresholdSound, rangeFaults } from '@lisura/fairness';
import fc from 'fast-check';
import { toId } from '../../../platform/ids.ts';
import { isSameContents, planContents, planItems, withoutItem } from './case-contents.rules.ts';
import { layOutRanges, probabilityUnits, widthOf } from './cases.rules.ts';
import type { CaseContents, CaseItem, GivenItems } from './cases.types.ts';

const itemId = (number: number) => toId<'item'>(number);
const range = (id: number, hashRangeStart: number, hashRangeEnd: number): CaseItem => ({
  itemId: itemId(id),
  hashRangeStart,
  hashRangeEnd,
});
const byRanges = (...items: CaseItem[]): GivenItems => ({ style: 'RANGES', items });
const byPercent = (percents: Record<number, number>, normalize = false): GivenItems => ({
  style: 'PROBABILITIES',
  items: Object.entries(percents).map(([id, percent]) => ({
    itemId: toId(id),
    units: probabilityUnits(String(percent)) ?? assert.fail(),
  })),
  normalize,
});
const widthsOf = (items: readonly CaseItem[]) => items.map((item) => [Number(item.itemId), widthOf(item)]);

const HALVES = [range(1, 1, 5_000_000), range(2, 5_000_001, HASH_MAX)];
const THIRDS = [range(1, 1, 6_000_000), range(2, 6_000_001, 9_000_000), range(3, 9_000_001, HASH_MAX)];
const replaced = (before: CaseContents, given: GivenItems | null, flipThreshold?: number | null) =>
  planContents(before, { given, mode: 'REPLACE', flipThreshold });

/** Contents of any number of items and any proportions. */
const anyContents: fc.Arbitrary<CaseItem[]> = fc
  .uniqueArray(fc.integer({ min: 2, max: HASH_MAX }), { maxLength: 30 })
  .map((cuts) => {
    const starts = [1, ...cuts.sort((one, other) => one - other)];
    return starts.map((start, index) => range(index + 1, start, (starts[index + 1] ?? HASH_MAX + 1) - 1));
  });

test('normalized probabilities always cover every roll once, in the order given', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 1n, max: 10n ** 14n }), { minLength: 1, maxLength: 60 }),
      anyContents,
      (weights, present) => {
        const items = weights.map((units, index) => ({ itemId: itemId(100 + index), units }));
        const { result, faults } = planItems(present, { style: 'PROBABILITIES', items, normalize: true });
        assert.deepEqual(faults, []);
        assert.deepEqual(rangeFaults(result), []);
        assert.deepEqual(
          result.map((item) => item.itemId),
          [...present, ...items].map((item) => item.itemId),
        );
      },
    ),
  );
});

test('probabilities that sum to 100 are taken exactly', () => {
  const { result, faults } = planItems([], byPercent({ 7: 79.99, 12: 20, 13: 0.01 }));
  assert.deepEqual(faults, []);
  assert.deepEqual(widthsOf(result), [
    [7, 7_999_000],
    [12, 2_000_000],
    [13, 1_000],
  ]);
});

test('probabilities that do not sum to 100 are refused with their sum', () => {
  const { faults } = planItems([], byPercent({ 1: 50, 2: 49.5 }));
  assert.deepEqual(faults, [{ field: 'items', message: 'the probabilities sum to 99.5 percent instead of 100' }]);
});

test('ranges may come in any order and are stored in that of the rolls', () => {
  const { result, faults } = planItems([], byRanges(...[...THIRDS].reverse()));
  assert.deepEqual(faults, []);
  assert.deepEqual(result, THIRDS);
});

test('every fault of the ranges is told with its place', () => {
  const { faults } = planItems([], byRanges(range(1, 2, 10), range(2, 20, 30), range(3, 25, 40), range(1, 50, 45)));
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
  const { result } = planItems(HALVES, byRanges(range(2, 5_000_001, 9_000_000), range(3, 9_000_001, HASH_MAX)));
  assert.deepEqual(result, [range(1, 1, 5_000_000), range(2, 5_000_001, 9_000_000), range(3, 9_000_001, HASH_MAX)]);
  const { faults } = planItems(HALVES, byRanges(range(1, 1, 4_000_000)));
  assert.deepEqual(faults, [
    { field: 'items', message: 'at item 2, which the case holds: no range covers 4000001 to 5000000' },
  ]);
});

test('merged probabilities are exact, and the others share the rest in proportion', () => {
  const { result } = planItems(THIRDS, byPercent({ 3: 1, 4: 9 }));
  assert.deepEqual(widthsOf(result), [
    [1, 6_000_000],
    [2, 3_000_000],
    [3, 100_000],
    [4, 900_000],
  ]);
  const { faults } = planItems(THIRDS, byPercent({ 4: 99.99999 }));
  assert.match(
    faults[0]?.message ?? '',
    /^the probabilities sum to 99.99999 percent, which leaves too little for the 3 /,
  );
});

test('any merge of probabilities covers every roll once and gives exactly what was asked for', () => {
  fc.assert(
    fc.property(anyContents, fc.bigInt({ min: 1n, max: 9_999_000n }), (present, units) => {
      const items = [{ itemId: itemId(99), units }];
      const { result, faults } = planItems(present, { style: 'PROBABILITIES', items, normalize: false });
      assert.deepEqual(faults, []);
      assert.deepEqual(rangeFaults(result), []);
      assert.equal(widthOf(result.at(-1) ?? range(0, 1, 1)), Number(units));
      assert.equal(result.length, present.length + 1);
    }),
  );
});

test('removing any item leaves sound contents in the same order, and a sound flip', () => {
  fc.assert(
    fc.property(anyContents, fc.nat(), fc.nat(), (items, removedAt, flipAt) => {
      fc.pre(items.length > 1);
      const removed = items[removedAt % items.length]?.itemId ?? itemId(0);
      const flipThreshold = items[flipAt % items.length]?.hashRangeStart ?? null;
      const after = withoutItem({ items, flipThreshold }, removed);
      assert.deepEqual(rangeFaults(after.items), []);
      assert.deepEqual(
        after.items.map((item) => item.itemId),
        items.map((item) => item.itemId).filter((id) => id !== removed),
      );
      if (after.flipThreshold !== null) assert.ok(isFlipThresholdSound(after.items, after.flipThreshold));
      // The items of the second wheel are those of before, without the removed one.
      const wheel = (all: readonly CaseItem[], threshold: number | null) =>
        all.filter((item) => threshold !== null && item.hashRangeStart >= threshold).map((item) => item.itemId);
      assert.deepEqual(
        wheel(after.items, after.flipThreshold),
        wheel(items, flipThreshold).filter((id) => id !== removed),
      );
    }),
  );
});

test('the flip stays with its item, must be the start of one, and must be said anew when its item goes', () => {
  const before = { items: THIRDS, flipThreshold: 9_000_001 };
  assert.equal(replaced(before, byPercent({ 1: 50, 3: 50 })).result?.flipThreshold, 5_000_001);
  assert.equal(replaced(before, byPercent({ 1: 50, 3: 50 }), null).result?.flipThreshold, null);
  assert.equal(replaced(before, null, 1).result?.flipThreshold, 1);
  assert.deepEqual(replaced(before, null, 9_000_002).faults, [
    {
      field: 'flipThreshold',
      message: 'must be the hashRangeStart of an item, and no range starts at 9000002',
    },
  ]);
  assert.match(replaced(before, byPercent({ 1: 100 })).faults[0]?.message ?? '', /began at item 3/);
  const empty = planContents(null, { given: null, mode: 'REPLACE', flipThreshold: 1 });
  assert.deepEqual(empty.faults, [{ field: 'flipThreshold', message: 'the case has no items yet' }]);
});

test('a case holds at most 500 items', () => {
  const present = layOutRanges(
    Array.from({ length: 500 }, (_, index) => ({ itemId: itemId(index + 1), width: 20_000 })),
  );
  assert.deepEqual(planItems(present, byPercent({ 501: 1 })).faults, [
    { field: 'items', message: 'a case holds at most 500 items' },
  ]);
});

test('contents are the same when items, ranges and flip are', () => {
  const contents = { items: HALVES, flipThreshold: null };
  assert.ok(isSameContents(contents, { ...contents, items: HALVES.map((item) => ({ ...item })) }));
  assert.ok(!isSameContents(contents, { ...contents, flipThreshold: 1 }));
  assert.ok(!isSameContents(contents, { ...contents, items: [range(2, 1, 5_000_000), range(1, 5_000_001, HASH_MAX)] }));
});
