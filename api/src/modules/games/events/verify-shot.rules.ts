import { pickItem, rangeSteps, type VerificationStep } from '@lisura/fairness';
import type { Prize } from './events.types.ts';
import type { StoredShot } from './shots.types.ts';

/** From the roll to the item, by the table of the price that was paid. */
export function prizeSteps(shot: StoredShot, prizes: readonly Prize[], roll: number): VerificationStep[] {
  const { item, hashRangeStart, hashRangeEnd } = pickItem(prizes, roll);
  return rangeSteps(`the shots at ${shot.ticketPrice} tickets`, { ...item, hashRangeStart, hashRangeEnd }, shot);
}
