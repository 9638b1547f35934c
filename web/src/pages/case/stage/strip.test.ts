import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CaseItem } from '../../../data/generated/api.ts';
import { drawEntries, SIDE, seenAfter, spinTo } from './strip.ts';

const item = (name: string, hashRangeStart: number, hashRangeEnd: number, isFlip = false) =>
  ({ name, hashRangeStart, hashRangeEnd, isFlip }) as CaseItem;
const often = item('often', 1, 9_000_000);
const seldom = item('seldom', 9_000_001, 10_000_000, true);
const items = [often, seldom];

test('entries pass by as often as they come', () => {
  const rolls = [0, 0.89, 0.91, 0.999];
  const drawn = drawEntries({ items, prefix: 'a', hidesFlip: false }, 4, () => rolls.shift() ?? 0);
  assert.deepEqual(
    drawn.map((entry) => entry.item?.name),
    ['often', 'often', 'seldom', 'seldom'],
  );
});

test('what the second wheel decides is hidden on the first', () => {
  const [entry] = drawEntries({ items, prefix: 'a', hidesFlip: true }, 1, () => 0.95);
  assert.equal(entry?.item, null);
});

test('a spin goes on from what is seen, and stops at what was won', () => {
  const filling = (prefix: string) => ({ items, prefix, hidesFlip: false });
  const first = spinTo(seldom, { entries: drawEntries(filling('rest'), 2 * SIDE + 1), nudge: 0 }, filling('1'), {
    passes: 20,
    nudges: 0.7,
  });
  assert.equal(first.entries[first.stopAt]?.item, seldom);
  const seen = seenAfter(first);
  assert.equal(seen.entries.length, 2 * SIDE + 1);
  assert.equal(seen.entries[SIDE]?.item, seldom);
  const second = spinTo(often, seen, filling('2'), { passes: 20, nudges: 0 });
  assert.deepEqual(second.entries.slice(0, seen.entries.length), seen.entries);
  assert.equal(new Set(second.entries.map(({ key }) => key)).size, second.entries.length);
});
