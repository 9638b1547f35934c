import type { FieldFault } from '../../../../platform/errors.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { PrizeInput, RaffleFields } from '../raffles.types.ts';

/** What a raffle is held against before it is put on sale. */
export interface RaffleGround {
  now: Date;
  usableIds: ReadonlySet<Id<'item'>>;
  /** Places of prizes that were taken away: the seeds committed to for them are never used. */
  givenUp: ReadonlySet<number>;
  hasBeacon: boolean;
}

/** What keeps a raffle from being run, each with its place in the request. */
export function raffleFaults(
  fields: RaffleFields,
  prizes: readonly PrizeInput[],
  { now, usableIds, givenUp, hasBeacon }: RaffleGround,
): FieldFault[] {
  const faults: FieldFault[] = [];
  if (fields.closesAt !== null && fields.closesAt <= now) {
    faults.push({ field: 'closesAt', message: 'must be in the future' });
  }
  if (fields.maxTicketsPerUser !== null && fields.maxTicketsPerUser > fields.maxTickets) {
    faults.push({ field: 'maxTicketsPerUser', message: `must be at most the ${fields.maxTickets} of maxTickets` });
  }
  if (fields.randomness === 'drand' && !hasBeacon) {
    faults.push({ field: 'randomness', message: 'no source of public randomness is configured' });
  }
  return [...faults, ...prizes.flatMap((prize, index) => prizeFaults(prize, index, prizes, usableIds, givenUp))];
}

function prizeFaults(
  { displayOrder, itemId }: PrizeInput,
  index: number,
  prizes: readonly PrizeInput[],
  usableIds: ReadonlySet<Id<'item'>>,
  givenUp: ReadonlySet<number>,
): FieldFault[] {
  const faults: FieldFault[] = [];
  const field = `prizes.${index}`;
  const first = prizes.findIndex((prize) => prize.displayOrder === displayOrder);
  if (first !== index) {
    faults.push({ field: `${field}.displayOrder`, message: `is the place of prizes.${first} already` });
  }
  if (givenUp.has(displayOrder)) {
    const message = 'is the place of a prize that was taken away, whose seed is never used: choose another';
    faults.push({ field: `${field}.displayOrder`, message });
  }
  if (!usableIds.has(itemId)) {
    faults.push({ field: `${field}.itemId`, message: `there is no item ${itemId}, or it is archived` });
  }
  return faults;
}
