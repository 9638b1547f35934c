import { type HashRange, pickItem } from './ranges.ts';

// The second wheel has no roll of its own: the opening's roll decides both whether it turns and where it stops.

export function isFlip(flipThreshold: number | null, roll: number): boolean {
  return flipThreshold !== null && roll >= flipThreshold;
}

/** The items of the second wheel: those that lie wholly at or above the threshold. */
export function flipItems<T extends HashRange>(ranges: readonly T[], flipThreshold: number): T[] {
  return ranges.filter((range) => range.hashRangeStart >= flipThreshold);
}

/** Where the threshold is some item's start this is the item that `pickItem` gives for the same roll. */
export function pickFlipItem<T extends HashRange>(ranges: readonly T[], flipThreshold: number, roll: number): T {
  return pickItem(flipItems(ranges, flipThreshold), roll);
}

/** A threshold inside an item's range would leave rolls that flip but belong to no item of the second wheel. */
export function isFlipThresholdSound(ranges: readonly HashRange[], flipThreshold: number): boolean {
  return ranges.some((range) => range.hashRangeStart === flipThreshold);
}
