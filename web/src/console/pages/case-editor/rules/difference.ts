import { type Draft, widthOf } from './draft.ts';

/** The chance is in rolls; null where one of the two versions does not have the item. */
interface ChangedItem {
  itemId: string;
  before: number | null;
  after: number | null;
}

export interface Difference {
  items: readonly ChangedItem[];
  unchanged: number;
  price: { before: string; after: string } | null;
  flip: { before: string | null; after: string | null } | null;
  /** The chances are the same, and the rolls are dealt otherwise. */
  isReordered: boolean;
}

/** Lists the differences: items of the new version first, in order, then the removed ones. */
export function differenceOf(before: Draft, after: Draft): Difference {
  const old = widths(before);
  const now = widths(after);
  const all = [...now.keys(), ...[...old.keys()].filter((itemId) => !now.has(itemId))];
  const compared = all.map((itemId) => ({ itemId, before: old.get(itemId) ?? null, after: now.get(itemId) ?? null }));
  const items = compared.filter((each) => each.before !== each.after);
  return {
    items,
    unchanged: compared.length - items.length,
    price: before.priceCents === after.priceCents ? null : { before: before.priceCents, after: after.priceCents },
    flip: before.flipItemId === after.flipItemId ? null : { before: before.flipItemId, after: after.flipItemId },
    isReordered: items.length === 0 && [...old.keys()].join() !== [...now.keys()].join(),
  };
}

export const isSame = ({ items, price, flip, isReordered }: Difference): boolean =>
  items.length === 0 && price === null && flip === null && !isReordered;

/** Tells whether a new version would be made; the price is no part of one. */
export const changesContents = ({ items, flip, isReordered }: Difference): boolean =>
  items.length > 0 || flip !== null || isReordered;

const widths = ({ ranges }: Draft): Map<string, number> =>
  new Map(ranges.map((range) => [range.itemId, widthOf(range)]));
