import type { FieldFault } from '../../../../platform/errors.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { PrizeInput, RaffleFields } from '../raffles.records.ts';

export interface RaffleGround {
  now: Date;
  usableIds: ReadonlySet<Id<'item'>>;
  /** The prizes of these places were taken away, and the seeds committed to for them are never used. */
  givenUp: ReadonlySet<number>;
  hasBeacon: boolean;
}

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

/** A proposal uses this name for a raffle that does not exist yet. */
export const RAFFLE_TERMS = 'raffle-terms';

/** A second administrator sees all that is announced of the raffle. */
export function termsOf({ fields, prizes }: { fields: RaffleFields; prizes: readonly PrizeInput[] }): string {
  return JSON.stringify({ ...fields, prizes }, (_key, value) => (typeof value === 'bigint' ? value.toString() : value));
}

/**
 * Returns the most that a raffle can cost the house. One that is drawn only when sold out costs the worth of its prizes
 * beyond that income. One with a closing time may be drawn with few tickets, and a winner needs only one for each
 * prize.
 */
export function greatestCost(
  { ticketPriceCents, maxTickets, closesAt }: Pick<RaffleFields, 'ticketPriceCents' | 'maxTickets' | 'closesAt'>,
  prizeCents: readonly Cents[],
): Cents {
  const beyond = (cents: Cents, incomeCents: Cents) => (cents > incomeCents ? cents - incomeCents : 0n);
  const sum = (all: readonly Cents[]) => all.reduce((total, cents) => total + cents, 0n);
  if (closesAt === null) return beyond(sum(prizeCents), ticketPriceCents * BigInt(maxTickets));
  return sum(prizeCents.map((cents) => beyond(cents, ticketPriceCents)));
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
