import { widthOf } from '@lisura/fairness';
import type { Id } from '../../../platform/ids.ts';
import type {
  EventFields,
  Participant,
  PricedPrize,
  Prize,
  Progress,
  Shoot,
  StoredEvent,
  Tier,
} from './events.types.ts';

const CENTS_PER_REAL = 100n;

type Rates = Pick<EventFields, 'pointsPerReal' | 'ticketsPerReal'>;

/** From the sum of the wagers, rounded down once: nothing is lost however it was wagered. */
const earned = (wageredCents: bigint, perReal: number) => (wageredCents * BigInt(perReal)) / CENTS_PER_REAL;

export function pointsOf({ wageredCents }: Pick<Progress, 'wageredCents'>, { pointsPerReal }: Rates): bigint {
  return earned(wageredCents, pointsPerReal);
}

/** What is left to shoot with: what wagers earned and tiers gave, less what shots cost. */
export function ticketsOf(
  { wageredCents, ticketsGiven, ticketsSpent }: Pick<Progress, 'wageredCents' | 'ticketsGiven' | 'ticketsSpent'>,
  { ticketsPerReal }: Rates,
): bigint {
  return earned(wageredCents, ticketsPerReal) + ticketsGiven - ticketsSpent;
}

export interface TierState {
  tier: Tier;
  claimed: boolean;
  claimable: boolean;
}

/** Where a user stands with every tier. */
export function tierStates(
  { tiers, isClaimable }: { tiers: readonly Tier[] } & Pick<StoredEvent, 'isClaimable'>,
  points: bigint,
  claimedIds: ReadonlySet<Id<'event-tier'>>,
): TierState[] {
  return tiers.map((tier) => {
    const claimed = claimedIds.has(tier.id);
    return { tier, claimed, claimable: isClaimable && !claimed && points >= tier.pointsRequired };
  });
}

/** Prizes by the table that they are in, the tables by price. */
export function shootsOf(prizes: readonly PricedPrize[]): Shoot[] {
  const byPrice = Map.groupBy(prizes, ({ ticketPrice }) => ticketPrice);
  return [...byPrice]
    .sort(([one], [other]) => one - other)
    .map(([ticketPrice, priced]) => ({
      ticketPrice,
      prizes: priced
        .map(({ ticketPrice: _, ...prize }) => prize)
        .sort((one, other) => one.hashRangeStart - other.hashRangeStart),
    }));
}

/** What all rolls of a table give together, so that nothing is rounded. */
export const worthOf = (prizes: readonly Prize[]): bigint =>
  prizes.reduce((sum, prize) => sum + BigInt(widthOf(prize)) * prize.item.valueCents, 0n);

/** What the item or the credit of a claim names as its source. */
export const claimSourceId = (tierId: Id<'event-tier'>, { userId }: Participant): string => `${tierId}:${userId}`;
