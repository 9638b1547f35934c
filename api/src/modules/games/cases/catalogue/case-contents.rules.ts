import {
  type GivenItems as Given,
  type ItemRange,
  isFlipThresholdSound,
  planRanges,
  rangesByWeight,
  widthOf,
} from '@lisura/fairness';
import type { Id } from '../../../../platform/ids.ts';
import type { ContentsFault } from '../cases.records.ts';
import type { DescribedCaseItem, VersionContents, VersionDifference } from './catalogue.records.ts';

export type CaseItem = ItemRange<Id<'item'>>;

export interface CaseContents {
  /** In ascending order of the ranges. */
  items: readonly CaseItem[];
  flipThreshold: number | null;
}

export type GivenItems = Given<Id<'item'>>;

/** Every process reads whole versions. */
export const MAX_CASE_ITEMS = 500;

export interface ContentsChange {
  /** Null: the items stay. */
  given: GivenItems | null;
  mode: 'REPLACE' | 'MERGE';
  /** Undefined: the flip stays with the item at which it begins. */
  flipThreshold: number | null | undefined;
}

/** With faults the items may be anything. */
interface Planned<Result> {
  result: Result;
  faults: ContentsFault[];
}

/** Null: the case stays without contents. */
export function planContents(before: CaseContents | null, change: ContentsChange): Planned<CaseContents | null> {
  const { given, mode } = change;
  const present = before?.items ?? [];
  if (given === null && before === null) {
    const faults = typeof change.flipThreshold === 'number' ? [flipFault('the case has no items yet')] : [];
    return { result: null, faults };
  }
  const { result: items, faults } =
    given === null ? { result: present, faults: [] } : planItems(mode === 'MERGE' ? present : [], given);
  if (faults.length > 0) return { result: null, faults };
  const flip = planFlip(before, items, change.flipThreshold);
  return { result: { items, flipThreshold: flip.result }, faults: flip.faults };
}

function planItems(present: readonly CaseItem[], given: GivenItems): Planned<CaseItem[]> {
  const { ranges, faults } = planRanges(present, given, 'items');
  const held = new Set([...present, ...given.items].map(({ itemId }) => itemId));
  if (held.size > MAX_CASE_ITEMS) {
    faults.push({ field: 'items', message: `a case holds at most ${MAX_CASE_ITEMS} items` });
  }
  return { result: ranges, faults };
}

/** The others keep their order and proportions: their widths are scaled up to all rolls. */
export function withoutItem(before: CaseContents, itemId: Id<'item'>): CaseContents {
  const remaining = before.items.filter((item) => item.itemId !== itemId);
  const items = rangesByWeight(remaining, (item) => BigInt(widthOf(item)));
  return { items, flipThreshold: flipWithout(before, itemId, items) };
}

/** The flip stays with its first item, or begins at the next one that is left. After the last there is none. */
function flipWithout({ items, flipThreshold }: CaseContents, removed: Id<'item'>, after: readonly CaseItem[]) {
  if (flipThreshold === null) return null;
  const first = items.find((item) => item.hashRangeStart >= flipThreshold && item.itemId !== removed);
  return after.find(({ itemId }) => itemId === first?.itemId)?.hashRangeStart ?? null;
}

function planFlip(
  before: CaseContents | null,
  items: readonly CaseItem[],
  given: number | null | undefined,
): Planned<number | null> {
  if (given === undefined) return followFlip(before, items);
  if (given === null || isFlipThresholdSound(items, given)) return { result: given, faults: [] };
  return {
    result: null,
    faults: [flipFault(`must be the hashRangeStart of an item, and no range starts at ${given}`)],
  };
}

function followFlip(before: CaseContents | null, items: readonly CaseItem[]): Planned<number | null> {
  if (before === null || before.flipThreshold === null) return { result: null, faults: [] };
  const first = before.items.find((item) => item.hashRangeStart === before.flipThreshold);
  const place = items.find(({ itemId }) => itemId === first?.itemId);
  if (place !== undefined) return { result: place.hashRangeStart, faults: [] };
  const message = `is required, or null: the flip began at item ${first?.itemId}, which the case no longer holds`;
  return { result: null, faults: [flipFault(message)] };
}

export function isSameContents(one: CaseContents, other: CaseContents): boolean {
  return (
    one.flipThreshold === other.flipThreshold &&
    one.items.length === other.items.length &&
    one.items.every(({ itemId, hashRangeStart, hashRangeEnd }, index) => {
      const same = other.items[index];
      return itemId === same?.itemId && hashRangeStart === same.hashRangeStart && hashRangeEnd === same.hashRangeEnd;
    })
  );
}

const flipFault = (message: string): ContentsFault => ({ field: 'flipThreshold', message });

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
