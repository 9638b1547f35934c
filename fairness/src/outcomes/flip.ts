import { type HashRange, pickItem } from './ranges.ts';

// The second wheel has no roll of its own: the roll of the opening decides whether it turns and where it stops.

export function isFlip(flipThreshold: number | null, roll: number): boolean {
  return flipThreshold !== null && roll >= flipThreshold;
}

/** The second wheel holds the items that lie wholly at or above the threshold. */
export function flipItems<T extends HashRange>(ranges: readonly T[], flipThreshold: number): T[] {
  return ranges.filter((range) => range.hashRangeStart >= flipThreshold);
}

/** Where the threshold is the start of an item, `pickItem` gives the same item for the same roll. */
export function pickFlipItem<T extends HashRange>(ranges: readonly T[], flipThreshold: number, roll: number): T {
  return pickItem(flipItems(ranges, flipThreshold), roll);
}

/** A threshold inside the range of an item would leave rolls that flip but belong to no item of the second wheel. */
export function isFlipThresholdSound(ranges: readonly HashRange[], flipThreshold: number): boolean {
  return ranges.some((range) => range.hashRangeStart === flipThreshold);
}
