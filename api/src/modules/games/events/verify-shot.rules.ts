import { compared, onTheWay, pickItem, type VerificationStep } from '@lisura/fairness';
import { widthOf } from './events.rules.ts';
import type { Prize } from './events.types.ts';
import type { StoredShot } from './shots.types.ts';

/** From the roll to the item, by the table of the price that was paid. */
export function prizeSteps(shot: StoredShot, prizes: readonly Prize[], roll: number): VerificationStep[] {
  const prize = pickItem(prizes, roll);
  return [
    onTheWay(
      'range',
      `The range of the shots at ${shot.ticketPrice} tickets that the roll lies in`,
      `${prize.hashRangeStart} to ${prize.hashRangeEnd}`,
    ),
    compared('chance', 'The width of that range, in rolls of 10000000', widthOf(prize), shot.chanceWidth),
    compared('item', `The range is that of ${prize.item.name}`, prize.item.itemId, shot.itemId),
  ];
}
