import { compared, type HashRange, isFlip, onTheWay, pickItem, type VerificationStep } from '@lisura/fairness';
import type { Id } from '../../../platform/ids.ts';
import type { StoredOpening } from './openings.types.ts';

export interface VersionItem extends HashRange {
  itemId: Id<'item'>;
  name: string;
}

/** From the roll to the item, by the version of the case that was played. */
export function itemSteps(opening: StoredOpening, items: readonly VersionItem[], roll: number): VerificationStep[] {
  const item = pickItem(items, roll);
  const width = item.hashRangeEnd - item.hashRangeStart + 1;
  const threshold = opening.flipThreshold;
  return [
    onTheWay(
      'range',
      `The range of version ${opening.versionNumber} of the case that the roll lies in`,
      `${item.hashRangeStart} to ${item.hashRangeEnd}`,
    ),
    compared('chance', 'The width of that range, in rolls of 10000000', width, opening.chanceWidth),
    compared('item', `The range is that of ${item.name}`, item.itemId, opening.itemId),
    compared(
      'flip',
      threshold === null
        ? 'This version has no second wheel'
        : `The second wheel turns for rolls from ${threshold} on; the same roll stops it at the same item`,
      isFlip(threshold, roll),
      opening.isFlip,
    ),
  ];
}
