import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { barOf, closedUp, coverageFaults, faultyRolls, isWhole, misplacedItems } from './coverage.ts';
import { changesContents, differenceOf, isSame } from './difference.ts';
import {
  ALL_ROLLS,
  chanceOf,
  type Draft,
  type DraftRange,
  flipThresholdOf,
  isFlipAt,
  layOut,
  rollsTyped,
  rollTyped,
  widthOf,
} from './draft.ts';
import { addItem, payerOf, removeItem, setChance, withRange } from './edits.ts';
import { expectedCents, rtpShareOf, theoreticalRtp, wouldPause } from './returns.ts';
import { tailOf } from './tail.ts';

/** Three items with 60, 30 and 10 percent, worth 1, 2 and 10 reais. */
const COMMON = { itemId: 'common', start: 1, end: 6_000_000 };
const MIDDLE = { itemId: 'middle', start: 6_000_001, end: 9_000_000 };
const RARE = { itemId: 'rare', start: 9_000_001, end: ALL_ROLLS };
const DRAFT: Draft = { ranges: [COMMON, MIDDLE, RARE], flipItemId: 'rare', priceCents: '250' };
const VALUES: Record<string, bigint> = { common: 100n, middle: 200n, rare: 1_000n, other: 500n };
const centsOf = (itemId: string) => VALUES[itemId] ?? 0n;

const wholes = fc
  .array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 12 })
  .map((weights) => closedUp(weights.map((weight, index) => ({ itemId: `i${index}`, start: 1, end: weight }))));
/** Whatever somebody may have typed. */
const anythings = fc.array(
  fc.record({ start: fc.integer({ min: -5, max: ALL_ROLLS + 5 }), end: fc.integer({ min: -5, max: ALL_ROLLS + 5 }) }),
  { maxLength: 8 },
);
const named = (ends: readonly { start: number; end: number }[]): DraftRange[] =>
  ends.map((each, index) => ({ itemId: `i${index}`, ...each }));

test('the bar is always all rolls, whatever was typed', () => {
  fc.assert(
    fc.property(anythings, (ends) => {
      const pieces = barOf(named(ends));
      assert.equal(pieces[0]?.from, 1);
      assert.equal(pieces.at(-1)?.to, ALL_ROLLS);
      for (const [index, piece] of pieces.entries()) {
        assert.ok(piece.to >= piece.from);
        if (index > 0) assert.equal(piece.from, (pieces[index - 1]?.to ?? 0) + 1);
      }
    }),
  );
});

test('every roll of the bar is won by those whose ends are around it', () => {
  fc.assert(
    fc.property(anythings, fc.integer({ min: 1, max: ALL_ROLLS }), (ends, roll) => {
      const ranges = named(ends);
      const piece = barOf(ranges).find(({ from, to }) => from <= roll && roll <= to);
      const owners = ranges.filter(({ start, end }) => start <= roll && roll <= end).map(({ itemId }) => itemId);
      assert.deepEqual(piece?.itemIds, owners);
    }),
  );
});

test('each mend leaves fewer rolls wrong, and mends and closing up end in a whole bar', () => {
  fc.assert(
    fc.property(anythings, fc.nat(), (ends, choice) => {
      let ranges: readonly DraftRange[] = named(ends);
      for (;;) {
        const mends = coverageFaults(ranges).flatMap((fault) => fault.mends);
        const mend = mends[choice % Math.max(1, mends.length)];
        if (mend === undefined) break;
        assert.ok(faultyRolls(mend.ranges) < faultyRolls(ranges));
        assert.ok(misplacedItems(mend.ranges).length <= misplacedItems(ranges).length);
        ranges = mend.ranges;
      }
      if (ranges.length > 0) assert.ok(isWhole(closedUp(ranges)));
    }),
  );
});

test('a gap says its rolls and goes to either neighbour, an overlap to either owner', () => {
  const gap = coverageFaults(withRange(DRAFT, 'middle', { start: 6_020_001 }).ranges);
  assert.deepEqual(
    gap.map(({ kind, from, to, mends }) => [kind, from, to, mends.map(({ itemId }) => itemId)]),
    [['GAP', 6_000_001, 6_020_000, ['common', 'middle']]],
  );
  assert.deepEqual(gap[0]?.mends[1]?.ranges, DRAFT.ranges);
  assert.equal(gap[0]?.mends[0]?.ranges[0]?.end, 6_020_000);
  const overlap = coverageFaults(withRange(DRAFT, 'middle', { start: 5_900_001 }).ranges);
  assert.deepEqual(
    overlap.map(({ kind, from, to, mends }) => [kind, from, to, mends.map(({ itemId }) => itemId)]),
    [['OVERLAP', 5_900_001, 6_000_000, ['common', 'middle']]],
  );
  assert.deepEqual(overlap[0]?.mends[0]?.ranges, DRAFT.ranges);
  assert.deepEqual(misplacedItems(withRange(DRAFT, 'rare', { end: 9_000_000 }).ranges), ['rare']);
  assert.deepEqual(misplacedItems(withRange(DRAFT, 'rare', { end: ALL_ROLLS + 1 }).ranges), ['rare']);
});

test('what one item gains leaves the one that is named: a whole bar stays whole and all others keep their chances', () => {
  fc.assert(
    fc.property(wholes, fc.nat(), fc.nat(), fc.integer({ min: 0, max: ALL_ROLLS }), (ranges, one, other, rolls) => {
      const draft: Draft = { ranges, flipItemId: null, priceCents: '100' };
      const itemId = ranges[one % ranges.length]?.itemId ?? '';
      const payer = payerOf(draft, itemId, ranges[other % ranges.length]?.itemId ?? null);
      const { draft: edited, most } = setChance(draft, itemId, rolls, payer);
      if (payer === null) return;
      assert.ok(isWhole(edited.ranges));
      for (const [index, range] of ranges.entries()) {
        const now = edited.ranges[index];
        assert.equal(now?.itemId, range.itemId);
        if (range.itemId === itemId) assert.equal(widthOf(now), most ?? Math.max(1, rolls));
        else if (range.itemId !== payer) assert.equal(widthOf(now), widthOf(range));
      }
    }),
  );
});

test('an item that takes more than the other has is given all but the last roll, and it is said', () => {
  const { draft, most } = setChance(DRAFT, 'rare', 9_500_000, 'middle');
  assert.equal(most, 3_999_999);
  assert.deepEqual(draft.ranges.map(widthOf), [6_000_000, 1, 3_999_999]);
  assert.equal(setChance(DRAFT, 'rare', 1_200_000, 'middle').most, null);
  // Its own chance is paid by the widest of the others.
  assert.equal(payerOf(DRAFT, 'common', 'common'), 'middle');
});

test('in a bar that is not whole only the item itself changes', () => {
  const torn = withRange(DRAFT, 'middle', { start: 6_020_001 });
  assert.deepEqual(setChance(torn, 'middle', 2_000_000, 'common').draft.ranges, [
    COMMON,
    { itemId: 'middle', start: 6_020_001, end: 8_020_000 },
    RARE,
  ]);
});

test('an item is put in by its value and taken out, and the bar stays whole', () => {
  const put = addItem(DRAFT, 'other', 1_000, { payerId: 'common', centsOf });
  assert.deepEqual(
    put.ranges.map((range) => [range.itemId, widthOf(range)]),
    [
      ['common', 5_999_000],
      ['middle', 3_000_000],
      ['other', 1_000],
      ['rare', 1_000_000],
    ],
  );
  assert.ok(isWhole(put.ranges));
  assert.deepEqual(removeItem(put, 'other', 'common').ranges, DRAFT.ranges);
  assert.equal(removeItem(DRAFT, 'rare', null).flipItemId, null);
  assert.equal(removeItem({ ...DRAFT, flipItemId: 'middle' }, 'middle', 'common').flipItemId, 'rare');
  const first = addItem({ ...DRAFT, ranges: [] }, 'common', 1_000, { payerId: null, centsOf });
  assert.deepEqual(first.ranges, [{ itemId: 'common', start: 1, end: ALL_ROLLS }]);
  assert.deepEqual(removeItem(first, 'common', null), first);
});

test('items that were typed past one another are edited in the order of their rolls', () => {
  const passed: Draft = { ...DRAFT, ranges: [MIDDLE, COMMON, RARE] };
  assert.deepEqual(setChance(passed, 'rare', 900_000, 'common').draft.ranges, [
    { itemId: 'common', start: 1, end: 6_100_000 },
    { itemId: 'middle', start: 6_100_001, end: 9_100_000 },
    { itemId: 'rare', start: 9_100_001, end: ALL_ROLLS },
  ]);
});

test('the flip follows its item', () => {
  assert.equal(flipThresholdOf(DRAFT), 9_000_001);
  assert.deepEqual(
    [0, 1, 2].map((index) => isFlipAt(DRAFT, index)),
    [false, false, true],
  );
  assert.equal(flipThresholdOf({ ...DRAFT, flipItemId: null }), null);
});

test('the theoretical return is exact, and its shares add up to it', () => {
  // 0.6 × 1 + 0.3 × 2 + 0.1 × 10 = 2.20 of 2.50.
  assert.equal(theoreticalRtp(DRAFT, centsOf), '88.0000');
  assert.deepEqual(
    [0, 1, 2].map((index) => rtpShareOf(DRAFT, index, centsOf)),
    ['24.0000', '24.0000', '40.0000'],
  );
  assert.equal(expectedCents(DRAFT, centsOf), 220n);
  assert.equal(wouldPause(DRAFT, centsOf, '88'), false);
  assert.equal(wouldPause(DRAFT, centsOf, '87.9999'), true);
  assert.equal(theoreticalRtp({ ...DRAFT, priceCents: '0' }, centsOf), '0');
});

test('the difference has what changed and counts the rest', () => {
  const { draft } = setChance(DRAFT, 'rare', 1_020_000, 'common');
  const difference = differenceOf(DRAFT, { ...removeItem(draft, 'middle', 'common'), priceCents: '260' });
  assert.deepEqual(difference, {
    items: [
      { itemId: 'common', before: 6_000_000, after: 8_980_000 },
      { itemId: 'rare', before: 1_000_000, after: 1_020_000 },
      { itemId: 'middle', before: 3_000_000, after: null },
    ],
    unchanged: 0,
    price: { before: '250', after: '260' },
    flip: null,
    isReordered: false,
  });
  assert.ok(isSame(differenceOf(DRAFT, DRAFT)));
  assert.ok(!changesContents(differenceOf(DRAFT, { ...DRAFT, priceCents: '1' })));
  const reordered = layOut([RARE, MIDDLE, COMMON], [1_000_000, 3_000_000, 6_000_000]);
  assert.ok(changesContents(differenceOf(DRAFT, { ...DRAFT, ranges: reordered })));
});

test('chances and rolls are read as people type them', () => {
  assert.deepEqual(['4,7', '4.7 %', '100', '0,00001', '100,1', '1,234567', 'x', ''].map(rollsTyped), [
    470_000,
    470_000,
    ALL_ROLLS,
    1,
    null,
    null,
    null,
    null,
  ]);
  assert.deepEqual(['9.100.001', '9,100,001', '1', '0', '10000001', 'x'].map(rollTyped), [
    9_100_001,
    9_100_001,
    1,
    null,
    null,
    null,
  ]);
  assert.equal(chanceOf(MIDDLE), '30');
});

test('the magnifier shows what is too narrow at the end of the bar', () => {
  const ranges = layOut([COMMON, MIDDLE, RARE], [9_500_000, 400_000, 100_000]);
  assert.deepEqual(
    tailOf(barOf(ranges)).map(({ itemIds }) => itemIds),
    [['middle'], ['rare']],
  );
  assert.deepEqual(tailOf(barOf(DRAFT.ranges)), []);
});
