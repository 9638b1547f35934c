import { compared, type HashRange, isFlip, pickItem, rangeSteps, type VerificationStep } from '@lisura/fairness';
import type { Id } from '../../../platform/ids.ts';
import type { StoredOpening } from './openings.types.ts';

export interface VersionItem extends HashRange {
  itemId: Id<'item'>;
  name: string;
}

/** From the roll to the item, by the version of the case that was played. */
export function itemSteps(opening: StoredOpening, items: readonly VersionItem[], roll: number): VerificationStep[] {
  const threshold = opening.flipThreshold;
  return [
    ...rangeSteps(`version ${opening.versionNumber} of the case`, pickItem(items, roll), opening),
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
