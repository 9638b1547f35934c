import { isWhole } from './coverage.ts';
import { ALL_ROLLS, type Draft, type DraftRange, layOut, widthOf } from './draft.ts';

/** Where the paying item has too little, all it can give is taken, and `most` says how much that was. */
export interface Edited {
  draft: Draft;
  most: number | null;
}

/**
 * Gives an item a chance in rolls. In a whole bar the difference comes from the one who pays or goes to it, so that the
 * bar stays whole; in one that is not, only the item itself grows or shrinks at its end.
 */
export function setChance(draft: Draft, itemId: string, rolls: number, payerId: string | null): Edited {
  const ranges = inOrder(draft.ranges);
  const item = ranges.find((range) => range.itemId === itemId);
  if (item === undefined) return { draft, most: null };
  const wanted = Math.max(1, rolls);
  const payer = ranges.find((range) => range.itemId === payerOf(draft, itemId, payerId));
  if (payer === undefined || !isWhole(ranges)) {
    return { draft: withRange(draft, itemId, { end: item.start + wanted - 1 }), most: null };
  }
  const most = widthOf(item) + widthOf(payer) - 1;
  const taken = Math.min(wanted, most);
  const widths = ranges.map((range) => {
    if (range === item) return taken;
    return range === payer ? widthOf(payer) + widthOf(item) - taken : widthOf(range);
  });
  return { draft: { ...draft, ranges: layOut(ranges, widths) }, most: wanted > most ? most : null };
}

/** The named item pays; for its own chance, and without a name, the widest of the others. */
export function payerOf({ ranges }: Draft, itemId: string, payerId: string | null): string | null {
  const others = ranges.filter((range) => range.itemId !== itemId);
  if (others.some((range) => range.itemId === payerId)) return payerId;
  const [first, ...rest] = others;
  return first === undefined
    ? null
    : rest.reduce((widest, each) => (widthOf(each) > widthOf(widest) ? each : widest), first).itemId;
}

/** A typed end may leave a gap or an overlap, which is shown and mended by a press. */
export const withRange = (draft: Draft, itemId: string, change: { start?: number; end?: number }): Draft => ({
  ...draft,
  ranges: draft.ranges.map((range) => (range.itemId === itemId ? { ...range, ...change } : range)),
});

/** Puts an item before the first that is worth more; its rolls leave the one who pays. The first item has all rolls. */
export function addItem(
  draft: Draft,
  itemId: string,
  rolls: number,
  { payerId, centsOf }: { payerId: string | null; centsOf: (itemId: string) => bigint },
): Draft {
  const ranges = inOrder(draft.ranges);
  if (ranges.some((range) => range.itemId === itemId)) return draft;
  if (ranges.length === 0) return { ...draft, ranges: layOut([{ itemId, start: 1, end: 1 }], [ALL_ROLLS]) };
  const place = ranges.findIndex((range) => centsOf(range.itemId) > centsOf(itemId));
  const index = place < 0 ? ranges.length : place;
  const next = ranges[index - 1]?.end ?? 0;
  // It has no rolls yet: the bar stays as it was.
  const added = { itemId, start: next + 1, end: next };
  const grown = [...ranges.slice(0, index), added, ...ranges.slice(index)];
  if (!isWhole(ranges)) {
    const end = added.start + rolls - 1;
    return { ...draft, ranges: grown.map((range) => (range === added ? { ...added, end } : range)) };
  }
  const payer = payerOf({ ...draft, ranges: grown }, itemId, payerId);
  const payerWidth = widthOf(ranges.find((range) => range.itemId === payer) ?? { start: 1, end: 0 });
  const taken = Math.min(rolls, payerWidth - 1);
  const widths = grown.map((range) => {
    if (range === added) return taken;
    return range.itemId === payer ? payerWidth - taken : widthOf(range);
  });
  return taken < 1 ? draft : { ...draft, ranges: layOut(grown, widths) };
}

/** Its rolls go to the one who is named, in a bar that is not whole to nobody. A flip that began at it begins at the next. */
export function removeItem(draft: Draft, itemId: string, heirId: string | null): Draft {
  const { flipItemId } = draft;
  const ranges = inOrder(draft.ranges);
  const index = ranges.findIndex((range) => range.itemId === itemId);
  const item = ranges[index];
  if (item === undefined || ranges.length === 1) return draft;
  const left = ranges.filter((range) => range !== item);
  const heir = payerOf(draft, itemId, heirId);
  const next = flipItemId === itemId ? (left[index]?.itemId ?? null) : flipItemId;
  return { ...draft, flipItemId: next, ranges: isWhole(ranges) ? inherited(left, item, heir) : left };
}

function inherited(left: readonly DraftRange[], item: DraftRange, heir: string | null): DraftRange[] {
  const widths = left.map((range) => widthOf(range) + (range.itemId === heir ? widthOf(item) : 0));
  return layOut(left, widths);
}

/** A whole bar is laid out anew by its rolls: somebody may have typed items past one another. */
const inOrder = (ranges: readonly DraftRange[]): readonly DraftRange[] =>
  isWhole(ranges) ? [...ranges].sort((one, other) => one.start - other.start) : ranges;
