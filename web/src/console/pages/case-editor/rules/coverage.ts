import { rangesByWeight } from '@lisura/fairness';
import { ALL_ROLLS, type DraftRange, FIRST_ROLL, widthOf } from './draft.ts';

export interface BarPiece {
  from: number;
  to: number;
  itemIds: readonly string[];
}

export interface CoverageFault {
  kind: 'GAP' | 'OVERLAP';
  from: number;
  to: number;
  itemIds: readonly string[];
  /** Presses that make the draft better, each with what it comes to. */
  mends: readonly Mend[];
}

interface Mend {
  itemId: string;
  ranges: readonly DraftRange[];
}

/** All rolls cut wherever an item begins or ends, with those who would win them. */
export function barOf(ranges: readonly DraftRange[]): BarPiece[] {
  const shown = ranges.filter((range) => widthOf(range) > 0);
  const cuts = new Set([FIRST_ROLL, ALL_ROLLS + 1]);
  for (const { start, end } of shown) for (const cut of [start, end + 1]) if (isCut(cut)) cuts.add(cut);
  const sorted = [...cuts].sort((one, other) => one - other);
  const pieces = sorted.slice(0, -1).map((from, index) => {
    const to = (sorted[index + 1] ?? 0) - 1;
    return { from, to, itemIds: shown.filter(({ start, end }) => start <= from && end >= to).map(idOf) };
  });
  return pieces.reduce<BarPiece[]>(joined, []);
}

/** Neighbours with the same owners are one piece. */
function joined(pieces: BarPiece[], next: BarPiece): BarPiece[] {
  const last = pieces.at(-1);
  if (last?.itemIds.join() !== next.itemIds.join()) return [...pieces, next];
  return [...pieces.slice(0, -1), { ...last, to: next.to }];
}

export const misplacedItems = (ranges: readonly DraftRange[]): string[] =>
  ranges.filter((range) => widthOf(range) === 0 || range.start < FIRST_ROLL || range.end > ALL_ROLLS).map(idOf);

/** Gaps and overlaps from the first roll to the last; none where each roll has one owner. */
export function coverageFaults(ranges: readonly DraftRange[]): CoverageFault[] {
  return barOf(ranges)
    .filter(({ itemIds }) => itemIds.length !== 1)
    .map(({ from, to, itemIds }) => ({
      kind: itemIds.length === 0 ? ('GAP' as const) : ('OVERLAP' as const),
      from,
      to,
      itemIds,
      mends: itemIds.length === 0 ? mendsOfGap(ranges, from, to) : mendsOfOverlap(ranges, itemIds, from, to),
    }));
}

/** Tells whether each roll is won by one item, and each item can be won. */
export const isWhole = (ranges: readonly DraftRange[]): boolean =>
  ranges.length > 0 && misplacedItems(ranges).length === 0 && faultyRolls(ranges) === 0;

export const faultyRolls = (ranges: readonly DraftRange[]): number =>
  barOf(ranges).reduce((sum, { from, to, itemIds }) => (itemIds.length === 1 ? sum : sum + to - from + 1), 0);

/** This way is always left: all items in order, widths in proportion, all rolls covered. */
export const closedUp = (ranges: readonly DraftRange[]): DraftRange[] =>
  rangesByWeight(ranges, (range) => BigInt(Math.max(1, widthOf(range)))).map(
    ({ itemId, hashRangeStart, hashRangeEnd }) => ({ itemId, start: hashRangeStart, end: hashRangeEnd }),
  );

function mendsOfGap(ranges: readonly DraftRange[], from: number, to: number): Mend[] {
  const before = ranges.filter(({ end }) => end === from - 1).map(({ itemId }) => changed(ranges, itemId, { end: to }));
  const after = ranges
    .filter(({ start }) => start === to + 1)
    .map(({ itemId }) => changed(ranges, itemId, { start: from }));
  return better(ranges, [...before, ...after]);
}

/** One of them keeps it, and all others end before it or begin after it. */
function mendsOfOverlap(ranges: readonly DraftRange[], itemIds: readonly string[], from: number, to: number): Mend[] {
  const mends = itemIds.map((itemId) => ({
    itemId,
    ranges: ranges.map((range) => {
      if (range.itemId === itemId || !itemIds.includes(range.itemId)) return range;
      return range.start < from ? { ...range, end: from - 1 } : { ...range, start: to + 1 };
    }),
  }));
  return better(ranges, mends);
}

function better(ranges: readonly DraftRange[], mends: readonly Mend[]): Mend[] {
  const wrong = faultyRolls(ranges);
  const misplaced = misplacedItems(ranges).length;
  return mends.filter((mend) => faultyRolls(mend.ranges) < wrong && misplacedItems(mend.ranges).length <= misplaced);
}

function changed(ranges: readonly DraftRange[], itemId: string, change: Partial<DraftRange>): Mend {
  return { itemId, ranges: ranges.map((range) => (range.itemId === itemId ? { ...range, ...change } : range)) };
}

const isCut = (roll: number): boolean => roll > FIRST_ROLL && roll <= ALL_ROLLS;
const idOf = ({ itemId }: DraftRange): string => itemId;
