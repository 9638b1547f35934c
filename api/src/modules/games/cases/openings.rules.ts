import { HASH_MAX, isFlip, pickItem, rollOf } from '@lisura/fairness';
import type { PlayableCase } from './cases.types.ts';
import type { DrawnOpening } from './openings.types.ts';

/** What a roll is made of, all of it fixed before. */
type RollIngredients = Pick<DrawnOpening, 'nonce' | 'serverSeed' | 'serverSeedHash' | 'clientSeed' | 'committedAt'>;

/** The second wheel uses the same roll: it turns where the roll reaches the threshold, and stops at the same item. */
export function drawOpening(playable: PlayableCase, ingredients: RollIngredients): DrawnOpening {
  const { serverSeed, clientSeed, nonce } = ingredients;
  const roll = rollOf({ serverSeed, clientSeed, nonce, max: HASH_MAX });
  return { ...ingredients, roll, isFlip: isFlip(playable.flipThreshold, roll), item: pickItem(playable.items, roll) };
}
