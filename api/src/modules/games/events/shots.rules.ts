import { HASH_MAX, pickItem, rollOf } from '@lisura/fairness';
import type { Prize } from './events.types.ts';
import type { DrawnShot, ShotIngredients } from './shots.types.ts';

/** `prizes` are those of the price that was paid. */
export function drawShot(prizes: readonly Prize[], ingredients: ShotIngredients): DrawnShot {
  const { serverSeed, clientSeed, nonce } = ingredients;
  const roll = rollOf({ serverSeed, clientSeed, nonce, max: HASH_MAX });
  return { ...ingredients, roll, prize: pickItem(prizes, roll) };
}
