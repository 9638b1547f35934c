import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HASH_MAX, HASH_MIN } from '../constants.ts';
import { describeRangeFault, type HashRange, pickItem, rangeFaults } from './ranges.ts';

const range = (hashRangeStart: number, hashRangeEnd: number): HashRange => ({ hashRangeStart, hashRangeEnd });

const soundRanges = fc
  .uniqueArray(fc.integer({ min: HASH_MIN, max: HASH_MAX - 1 }), { maxLength: 12 })
  .map((cuts) => {
    const ends = [...cuts.toSorted((one, other) => one - other), HASH_MAX];
    return ends.map((end, index) => range((ends[index - 1] ?? 0) + 1, end));
  })
  .chain((ranges) => fc.shuffledSubarray(ranges, { minLength: ranges.length }));

/** Coverage changes only at the end of a range, so counting around every end is counting everywhere. */
function coversExactly(ranges: readonly HashRange[]): boolean {
  const ends = ranges.flatMap(({ hashRangeStart, hashRangeEnd }) => [hashRangeStart, hashRangeEnd]);
  const probes = [HASH_MIN, HASH_MAX, ...ends.flatMap((end) => [end - 1, end, end + 1])];
  return probes.every((roll) => {
    const count = ranges.filter((each) => each.hashRangeStart <= roll && roll <= each.hashRangeEnd).length;
    return count === (roll >= HASH_MIN && roll <= HASH_MAX ? 1 : 0);
  });
}

test('the item is the one whose range contains the roll, both ends included', () => {
  const ranges = [
    { name: 'common', ...range(1, 9_000_000) },
    { name: 'rare', ...range(9_000_001, 9_999_999) },
    { name: 'legendary', ...range(10_000_000, 10_000_000) },
  ];
  const picks = [1, 9_000_000, 9_000_001, 9_999_999, 10_000_000].map((roll) => pickItem(ranges, roll).name);
  assert.deepEqual(picks, ['common', 'common', 'rare', 'rare', 'legendary']);
});

test('a roll that no range contains is refused', () => {
  assert.throws(() => pickItem([range(1, 5)], 6), { name: 'RangeError', message: 'no range contains the roll 6' });
});

test('ranges that cover 1..10000000 have no fault, and every roll has one item', () => {
  fc.assert(
    fc.property(soundRanges, fc.integer({ min: HASH_MIN, max: HASH_MAX }), (ranges, roll) => {
      assert.deepEqual(rangeFaults(ranges), []);
      const { hashRangeStart, hashRangeEnd } = pickItem(ranges, roll);
      assert.ok(hashRangeStart <= roll && roll <= hashRangeEnd);
    }),
  );
});

test('there is a fault exactly when some roll has not exactly one range', () => {
  const anyEnd = fc.oneof(
    fc.integer({ min: -2, max: 12 }),
    fc.integer({ min: HASH_MAX - 8, max: HASH_MAX + 2 }),
    fc.constantFrom(HASH_MIN, HASH_MAX),
  );
  const anyRanges = fc.array(
    fc.tuple(anyEnd, anyEnd).map(([one, other]) => range(Math.min(one, other), Math.max(one, other))),
  );
  const oneEndMoved = fc
    .tuple(soundRanges, fc.nat(), fc.boolean(), fc.integer({ min: -3, max: 3 }))
    .map(([ranges, pick, atStart, by]) =>
      ranges.map(({ hashRangeStart, hashRangeEnd }, index) => {
        if (index !== pick % ranges.length) return range(hashRangeStart, hashRangeEnd);
        return atStart ? range(hashRangeStart + by, hashRangeEnd) : range(hashRangeStart, hashRangeEnd + by);
      }),
    );
  fc.assert(
    fc.property(fc.oneof(anyRanges, oneEndMoved), (ranges) => {
      const inverted = ranges.some(({ hashRangeStart, hashRangeEnd }) => hashRangeStart > hashRangeEnd);
      assert.equal(rangeFaults(ranges).length === 0, !inverted && coversExactly(ranges));
    }),
    { numRuns: 1000 },
  );
});

test('each fault is named exactly', () => {
  assert.deepEqual(rangeFaults([]), [{ kind: 'NO_RANGES' }]);
  assert.deepEqual(rangeFaults([range(1, 10), range(21, HASH_MAX)]), [{ kind: 'GAP', index: 1, from: 11, to: 20 }]);
  assert.deepEqual(rangeFaults([range(15, HASH_MAX), range(1, 20)]), [{ kind: 'OVERLAP', index: 0, from: 15, to: 20 }]);
  assert.deepEqual(rangeFaults([range(1, HASH_MAX), range(5, 9)]), [{ kind: 'OVERLAP', index: 1, from: 5, to: 9 }]);
  assert.deepEqual(rangeFaults([range(3, HASH_MAX)]), [{ kind: 'WRONG_START', index: 0, expected: 1, actual: 3 }]);
  assert.deepEqual(rangeFaults([range(0, HASH_MAX)]), [{ kind: 'WRONG_START', index: 0, expected: 1, actual: 0 }]);
  assert.deepEqual(rangeFaults([range(1, 10)]), [{ kind: 'WRONG_END', index: 0, expected: HASH_MAX, actual: 10 }]);
  assert.deepEqual(rangeFaults([range(9, 8), range(1, HASH_MAX)]), [{ kind: 'INVERTED', index: 0, start: 9, end: 8 }]);
  assert.deepEqual(rangeFaults([range(1, HASH_MAX), range(1.5, 2)]), [{ kind: 'NOT_INTEGER', index: 1 }]);
  assert.deepEqual(rangeFaults([range(1, HASH_MAX), range(Number.NaN, 2)]), [{ kind: 'NOT_INTEGER', index: 1 }]);
});

test('several faults are all listed', () => {
  const kinds = rangeFaults([range(2, 10), range(8, 20), range(31, 40), range(6, 5)]).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['INVERTED', 'WRONG_START', 'OVERLAP', 'GAP', 'WRONG_END']);
});

test('every fault can be said in words', () => {
  const faults = rangeFaults([range(2, 10), range(8, 20), range(31, 40), range(6, 5), range(0.5, 1)]);
  assert.deepEqual(faults.map(describeRangeFault), [
    'the range starts at 6, after its end 5',
    'the ends of a range must be integers',
    'the ranges start at 2 instead of 1',
    'more than one range covers 8 to 10',
    'no range covers 21 to 30',
    'the ranges end at 40 instead of 10000000',
  ]);
  assert.deepEqual(rangeFaults([]).map(describeRangeFault), ['there are no ranges']);
});
