import { HASH_MAX } from '../constants.ts';
import { percentOfRolls } from '../percent.ts';
import { divideRolls, rangesByWeight } from './range-shares.ts';
import { describeRangeFault, type HashRange, rangeFaults, widthOf } from './ranges.ts';

export interface ItemRange<ItemId extends string = string> extends HashRange {
  itemId: ItemId;
}

export interface WeightedItem<ItemId extends string = string> {
  itemId: ItemId;
  /** One unit of 0.00001 percent is exactly one roll; a weight may be any positive number. */
  units: bigint;
}

/** A person gives all items with ranges, or all with probabilities. */
export type GivenItems<ItemId extends string = string> =
  | { style: 'RANGES'; items: readonly ItemRange<ItemId>[] }
  | { style: 'PROBABILITIES'; items: readonly WeightedItem<ItemId>[]; normalize: boolean };

/** A fault names its place in the given items. */
export interface ItemFault {
  field: string;
  message: string;
}

/**
 * Computes the ranges of all items in ascending order. A given item replaces the one with its id, and new ones follow
 * the others. `field` names the place of the items; with faults the ranges may be anything. Given ranges must cover
 * every roll once together with those that stay. Given probabilities are exact, and the other items share the rest in
 * proportion to what they had; without others the given must sum to 100 percent. Normalized, probabilities are weights
 * beside the percentages of the others, and all are scaled to 100.
 */
export function planRanges<ItemId extends string>(
  present: readonly ItemRange<ItemId>[],
  given: GivenItems<ItemId>,
  field: string,
): { ranges: ItemRange<ItemId>[]; faults: ItemFault[] } {
  const givenIds = new Set(given.items.map(({ itemId }) => itemId));
  const staying = present.filter(({ itemId }) => !givenIds.has(itemId));
  const faults = repeatFaults(given.items, field);
  if (given.style === 'RANGES') {
    const ranges = [...given.items, ...staying];
    faults.push(...coverageFaults(ranges, given.items.length, field));
    return { ranges: ranges.sort((one, other) => one.hashRangeStart - other.hashRangeStart), faults };
  }
  if (!given.normalize) faults.push(...sumFaults(given.items, staying.length, field));
  return { ranges: faults.length > 0 ? [] : rangesByProbability(present, staying, given), faults };
}

function rangesByProbability<ItemId extends string>(
  present: readonly ItemRange<ItemId>[],
  staying: readonly ItemRange<ItemId>[],
  { items, normalize }: { items: readonly WeightedItem<ItemId>[]; normalize: boolean },
): ItemRange<ItemId>[] {
  const weights = new Map(items.map(({ itemId, units }) => [itemId, units]));
  const shares = normalize ? staying.map(widthOf) : sharesOfRest(staying, items);
  for (const [index, { itemId }] of staying.entries()) weights.set(itemId, BigInt(shares[index] ?? 0));
  const order = new Set([...present, ...items].map(({ itemId }) => itemId));
  // Weights that are whole rolls and add up to all of them stay as they are.
  return rangesByWeight(
    [...order].map((itemId) => ({ itemId })),
    ({ itemId }) => weights.get(itemId) ?? 0n,
  );
}

const sharesOfRest = (staying: readonly HashRange[], given: readonly WeightedItem[]): number[] =>
  divideRolls(
    staying.map((range) => BigInt(widthOf(range))),
    HASH_MAX - Number(sumUnits(given)),
  );

function repeatFaults(items: readonly { itemId: string }[], field: string): ItemFault[] {
  const firstPlaces = new Map<string, number>();
  return items.flatMap(({ itemId }, index) => {
    const first = firstPlaces.get(itemId);
    if (first !== undefined) {
      return [{ field: `${field}.${index}`, message: `item ${itemId} is given already at ${field}.${first}` }];
    }
    firstPlaces.set(itemId, index);
    return [];
  });
}

/** Items from `givenCount` on were not given, so their faults name the item instead of a place. */
function coverageFaults(items: readonly ItemRange[], givenCount: number, field: string): ItemFault[] {
  return rangeFaults(items).map((fault) => {
    const message = describeRangeFault(fault);
    if (fault.kind === 'NO_RANGES') return { field, message };
    if (fault.index < givenCount) return { field: `${field}.${fault.index}`, message };
    return { field, message: `at item ${items[fault.index]?.itemId}, which stays: ${message}` };
  });
}

function sumFaults(given: readonly WeightedItem[], stayingCount: number, field: string): ItemFault[] {
  const sum = sumUnits(given);
  const all = BigInt(HASH_MAX);
  const told = `the probabilities sum to ${percentOfRolls(sum)} percent`;
  if (stayingCount === 0) return sum === all ? [] : [{ field, message: `${told} instead of 100` }];
  if (all - sum >= BigInt(stayingCount)) return [];
  return [{ field, message: `${told}, which leaves too little for the ${stayingCount} other items` }];
}

const sumUnits = (items: readonly WeightedItem[]): bigint => items.reduce((sum, { units }) => sum + units, 0n);
