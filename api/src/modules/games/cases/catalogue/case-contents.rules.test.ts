import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HASH_MAX, isFlipThresholdSound, rangeFaults, rangesByWeight, rollsOfPercent } from '@lisura/fairness';
import fc from 'fast-check';
import { toId } from '../../../../platform/ids.ts';
import {
  type CaseContents,
  type CaseItem,
  type GivenItems,
  isSameContents,
  planContents,
  withoutItem,
} from './case-contents.rules.ts';

const itemId = (number: number) => toId<'item'>(number);
const range = (id: number, hashRangeStart: number, hashRangeEnd: number): CaseItem => ({
  itemId: itemId(id),
  hashRangeStart,
  hashRangeEnd,
});
const byPercent = (percents: Record<number, number>): GivenItems => ({
  style: 'PROBABILITIES',
  items: Object.entries(percents).map(([id, percent]) => ({
    itemId: toId(id),
    units: rollsOfPercent(String(percent)) ?? assert.fail(),
  })),
  normalize: false,
});

const HALVES = [range(1, 1, 5_000_000), range(2, 5_000_001, HASH_MAX)];
const THIRDS = [range(1, 1, 6_000_000), range(2, 6_000_001, 9_000_000), range(3, 9_000_001, HASH_MAX)];
const replaced = (before: CaseContents, given: GivenItems | null, flipThreshold?: number | null) =>
  planContents(before, { given, mode: 'REPLACE', flipThreshold });

const anyContents: fc.Arbitrary<CaseItem[]> = fc
  .uniqueArray(fc.integer({ min: 2, max: HASH_MAX }), { maxLength: 30 })
  .map((cuts) => {
    const starts = [1, ...cuts.sort((one, other) => one - other)];
    return starts.map((start, index) => range(index + 1, start, (starts[index + 1] ?? HASH_MAX + 1) - 1));
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
      // The second wheel keeps its items, without the removed one.
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
  const ids = Array.from({ length: 500 }, (_, index) => ({ itemId: itemId(index + 1) }));
  const full = { items: rangesByWeight(ids, () => 1n), flipThreshold: null };
  const merged = (given: GivenItems) => planContents(full, { given, mode: 'MERGE', flipThreshold: undefined });
  assert.deepEqual(merged(byPercent({ 500: 1 })).faults, []);
  assert.deepEqual(merged(byPercent({ 501: 1 })).faults, [
    { field: 'items', message: 'a case holds at most 500 items' },
  ]);
});

test('items are the whole contents, or come to those that are there', () => {
  const before = { items: HALVES, flipThreshold: null };
  const planned = (mode: 'REPLACE' | 'MERGE', given: GivenItems) =>
    planContents(before, { given, mode, flipThreshold: undefined });
  assert.deepEqual(planned('REPLACE', byPercent({ 3: 100 })).result?.items, [range(3, 1, HASH_MAX)]);
  assert.deepEqual(
    planned('MERGE', byPercent({ 3: 50 })).result?.items.map((item) => item.hashRangeStart),
    [1, 2_500_001, 5_000_001],
  );
  assert.deepEqual(planned('REPLACE', byPercent({ 3: 50 })).faults, [
    { field: 'items', message: 'the probabilities sum to 50 percent instead of 100' },
  ]);
});

test('contents are the same when items, ranges and flip are', () => {
  const contents = { items: HALVES, flipThreshold: null };
  assert.ok(isSameContents(contents, { ...contents, items: HALVES.map((item) => ({ ...item })) }));
  assert.ok(!isSameContents(contents, { ...contents, flipThreshold: 1 }));
  assert.ok(!isSameContents(contents, { ...contents, items: [range(2, 1, 5_000_000), range(1, 5_000_001, HASH_MAX)] }));
});
