import { describeRangeFault, HASH_MAX, isFlipThresholdSound, rangeFaults } from '@lisura/fairness';
import type { Id } from '../../../platform/ids.ts';
import { divideRolls, layOutRanges, percentOf, widthOf } from './cases.rules.ts';
import type { CaseContents, CaseItem, ContentsFault, GivenItems, WeightedItem } from './cases.types.ts';

/** Far more than any wheel shows; a version is read as a whole by every process. */
export const MAX_CASE_ITEMS = 500;

export interface ContentsChange {
  /** Null leaves the items as they are. */
  given: GivenItems | null;
  /** The items given are the whole contents, or they are added to those that are there. */
  mode: 'REPLACE' | 'MERGE';
  /** Undefined leaves the flip with the item at which it begins. */
  flipThreshold: number | null | undefined;
}

/** With faults the items may be anything. */
interface Planned<Result> {
  result: Result;
  faults: ContentsFault[];
}

/** The contents after a change, or what keeps them from being played. Null: the case stays without contents. */
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

/**
 * An item that is there already is replaced by the one given with its id, a new one comes after those that are there.
 *
 * With ranges the whole must cover every roll once. With probabilities those given are exact, and the items that are
 * not named share the rest in proportion to what they had; where none are left, the given must sum to 100 percent.
 * Normalized, probabilities are weights beside the percentages of the items that stay, and all are scaled to 100.
 */
export function planItems(present: readonly CaseItem[], given: GivenItems): Planned<CaseItem[]> {
  const givenIds = new Set(given.items.map(({ itemId }) => itemId));
  const staying = present.filter(({ itemId }) => !givenIds.has(itemId));
  const faults = duplicateFaults(given.items);
  if (staying.length + givenIds.size > MAX_CASE_ITEMS) {
    faults.push({ field: 'items', message: `a case holds at most ${MAX_CASE_ITEMS} items` });
  }
  if (given.style === 'RANGES') {
    const items = [...given.items, ...staying];
    faults.push(...coverageFaults(items, given.items.length));
    return { result: items.sort((one, other) => one.hashRangeStart - other.hashRangeStart), faults };
  }
  if (!given.normalize) faults.push(...sumFaults(given.items, staying.length));
  return { result: faults.length > 0 ? [] : itemsByProbability(present, staying, given), faults };
}

function itemsByProbability(
  present: readonly CaseItem[],
  staying: readonly CaseItem[],
  { items, normalize }: { items: readonly WeightedItem[]; normalize: boolean },
): CaseItem[] {
  const presentIds = new Set(present.map(({ itemId }) => itemId));
  const order = [...presentIds, ...items.map(({ itemId }) => itemId).filter((itemId) => !presentIds.has(itemId))];
  const weights = new Map(items.map(({ itemId, units }) => [itemId, units]));
  if (normalize) for (const item of staying) weights.set(item.itemId, BigInt(widthOf(item)));
  else for (const { itemId, width } of shareRest(staying, items)) weights.set(itemId, BigInt(width));
  // Weights that are whole rolls already and add up to all of them come out as they are.
  const widths = divideRolls(
    order.map((itemId) => weights.get(itemId) ?? 0n),
    HASH_MAX,
  );
  return layOutRanges(order.map((itemId, index) => ({ itemId, width: widths[index] ?? 0 })));
}

function shareRest(staying: readonly CaseItem[], given: readonly WeightedItem[]) {
  const widths = divideRolls(
    staying.map((item) => BigInt(widthOf(item))),
    HASH_MAX - Number(sumUnits(given)),
  );
  return staying.map(({ itemId }, index) => ({ itemId, width: widths[index] ?? 0 }));
}

/** The items that remain keep their order and their proportions: their widths are scaled up to all rolls. */
export function withoutItem(before: CaseContents, itemId: Id<'item'>): CaseContents {
  const remaining = before.items.filter((item) => item.itemId !== itemId);
  const widths = divideRolls(
    remaining.map((item) => BigInt(widthOf(item))),
    HASH_MAX,
  );
  const items = layOutRanges(remaining.map((item, index) => ({ itemId: item.itemId, width: widths[index] ?? 0 })));
  return { items, flipThreshold: flipWithout(before, itemId, items) };
}

/** The flip stays with its first item; with that one removed it begins at the next, and after the last there is none. */
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

function duplicateFaults(items: readonly { itemId: Id<'item'> }[]): ContentsFault[] {
  const firstPlaces = new Map<Id<'item'>, number>();
  return items.flatMap(({ itemId }, index) => {
    const first = firstPlaces.get(itemId);
    if (first !== undefined) {
      return [{ field: `items.${index}`, message: `item ${itemId} is given already at items.${first}` }];
    }
    firstPlaces.set(itemId, index);
    return [];
  });
}

/** Items from `givenCount` on are not in the request, so that their faults name the item instead of a place. */
function coverageFaults(items: readonly CaseItem[], givenCount: number): ContentsFault[] {
  return rangeFaults(items).map((fault) => {
    const message = describeRangeFault(fault);
    if (fault.kind === 'NO_RANGES') return { field: 'items', message };
    if (fault.index < givenCount) return { field: `items.${fault.index}`, message };
    return { field: 'items', message: `at item ${items[fault.index]?.itemId}, which the case holds: ${message}` };
  });
}

function sumFaults(given: readonly WeightedItem[], stayingCount: number): ContentsFault[] {
  const sum = sumUnits(given);
  const all = BigInt(HASH_MAX);
  const told = `the probabilities sum to ${percentOf(sum)} percent`;
  if (stayingCount === 0) return sum === all ? [] : [{ field: 'items', message: `${told} instead of 100` }];
  if (all - sum >= BigInt(stayingCount)) return [];
  return [{ field: 'items', message: `${told}, which leaves too little for the ${stayingCount} other items` }];
}

const sumUnits = (items: readonly WeightedItem[]) => items.reduce((sum, { units }) => sum + units, 0n);
const flipFault = (message: string): ContentsFault => ({ field: 'flipThreshold', message });
