import { widthOf } from '@lisura/fairness';
import type { DescribedCaseItem, VersionContents } from '../cases.types.ts';

/** An item whose chance differs, in rolls of 10000000; 0 where it is not in one of the two. */
interface ChangedItem {
  item: DescribedCaseItem;
  rollsBefore: number;
  rollsAfter: number;
}

export interface VersionDifference {
  before: VersionContents;
  after: VersionContents;
  /** Those of the later one first, in the order of their ranges, then those that are gone. */
  items: readonly ChangedItem[];
  /** How many items have the same chance in both. */
  unchanged: number;
  /** The chances are the same, and the rolls are dealt otherwise. */
  isReordered: boolean;
}

/** What is otherwise in the second of two versions of a case. */
export function differenceOf(before: VersionContents, after: VersionContents): VersionDifference {
  const old = new Map(before.items.map((item) => [item.itemId, item]));
  const now = new Map(after.items.map((item) => [item.itemId, item]));
  const rolls = (item: DescribedCaseItem | undefined) => (item === undefined ? 0 : widthOf(item));
  const all = [...after.items, ...before.items.filter(({ itemId }) => !now.has(itemId))].map((item) => ({
    item,
    rollsBefore: rolls(old.get(item.itemId)),
    rollsAfter: rolls(now.get(item.itemId)),
  }));
  const items = all.filter(({ rollsBefore, rollsAfter }) => rollsBefore !== rollsAfter);
  return {
    before,
    after,
    items,
    unchanged: all.length - items.length,
    isReordered: items.length === 0 && [...old.keys()].join() !== [...now.keys()].join(),
  };
}
