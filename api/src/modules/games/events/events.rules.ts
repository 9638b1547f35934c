import { type GivenItems, HASH_MAX, planRanges, widthOf } from '@lisura/fairness';
import type { Id } from '../../../platform/ids.ts';
import { type Cents, divideCeil, divideFloor, parseFactor } from '../../../platform/money.ts';
import type {
  DescribedEvent,
  DescribedShoot,
  EventContents,
  EventFault,
  EventFields,
  Participant,
  PricedPrize,
  Prize,
  Progress,
  Shoot,
  ShootInput,
  ShootTable,
  ShotReturn,
  StoredEvent,
  Tier,
  TierInput,
} from './events.records.ts';

const CENTS_PER_REAL = 100n;

type Rates = Pick<EventFields, 'pointsPerReal' | 'ticketsPerReal'>;

/** The sum of the wagers is rounded down once, so that small wagers lose nothing. */
const earned = (wageredCents: bigint, perReal: number) => (wageredCents * BigInt(perReal)) / CENTS_PER_REAL;

export function pointsOf({ wageredCents }: Pick<Progress, 'wageredCents'>, { pointsPerReal }: Rates): bigint {
  return earned(wageredCents, pointsPerReal);
}

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

/** The worth of all rolls together needs no rounding. */
export const worthOf = (prizes: readonly Prize[]): bigint =>
  prizes.reduce((sum, prize) => sum + BigInt(widthOf(prize)) * prize.item.valueCents, 0n);

export const claimSourceId = (tierId: Id<'event-tier'>, { userId }: Participant): string => `${tierId}:${userId}`;

/**
 * Behind a shot stand wagers of `price ÷ ticketsPerReal` reais, of which the house keeps its edge. A shot that gave
 * more on average would give back more than the games have earned. Nothing is rounded. Tickets from tiers are gifts and
 * do not count.
 */
export function isPaused({ worthCents, ticketPrice, ticketsPerReal, edgePercent }: ShotReturn): boolean {
  const { units, scale } = parseFactor(edgePercent);
  return worthCents * BigInt(ticketsPerReal) * 10n ** BigInt(scale) > BigInt(HASH_MAX) * BigInt(ticketPrice) * units;
}

/** Null where no wagers stand behind tickets. */
export function mostPerShot({
  ticketPrice,
  ticketsPerReal,
  edgePercent,
}: Omit<ShotReturn, 'worthCents'>): Cents | null {
  if (ticketsPerReal === 0) return null;
  const { units, scale } = parseFactor(edgePercent);
  return divideFloor(BigInt(ticketPrice) * units, BigInt(ticketsPerReal) * 10n ** BigInt(scale));
}

/** With faults the tables may be anything. */
export function planContents(
  { tiers, shoots }: EventContents,
  usableIds: ReadonlySet<Id<'item'>>,
): { tables: ShootTable[]; faults: EventFault[] } {
  const planned = shoots.map((shoot, index) => planShoot(shoot, `shoots.${index}.prizes`, usableIds));
  return {
    tables: planned.map(({ table }) => table),
    faults: [
      ...tiers.flatMap((tier, index) => tierFaults(tier, tiers[index - 1], `tiers.${index}`, usableIds)),
      ...repeatedPriceFaults(shoots),
      ...planned.flatMap(({ faults }) => faults),
    ],
  };
}

export function timeFaults({ startsAt, endsAt }: Pick<EventFields, 'startsAt' | 'endsAt'>): EventFault[] {
  return startsAt < endsAt ? [] : [{ field: 'endsAt', message: 'must be after startsAt' }];
}

/** A draft may be stored with these faults, but not published. */
export function publishingFaults({ tiers, shoots, hasEnded, budgetCents }: DescribedEvent): EventFault[] {
  const faults: EventFault[] = [];
  if (budgetCents === null) {
    faults.push({ field: 'budgetCents', message: 'must say what the rewards may cost at most' });
  }
  if (hasEnded) faults.push({ field: 'endsAt', message: 'must be in the future' });
  if (tiers.length === 0 && shoots.length === 0) {
    faults.push({ field: 'tiers', message: 'an event needs at least one tier or one table of shots' });
  }
  return [...faults, ...shoots.flatMap(generousFaults)];
}

function generousFaults(shoot: DescribedShoot, index: number): EventFault[] {
  if (!shoot.isPaused) return [];
  const averageCents = divideCeil(shoot.worthCents, BigInt(HASH_MAX));
  const message =
    `a shot gives about ${averageCents} cents, and the wagers behind its ${shoot.ticketPrice} tickets leave at most ` +
    `${mostPerShot(shoot)} to the house`;
  return [{ field: `shoots.${index}.prizes`, message }];
}

export function contentsOf({ tiers, shoots }: Pick<DescribedEvent, 'tiers' | 'shoots'>): EventContents {
  return {
    tiers: tiers.map(({ pointsRequired, reward }) => ({
      pointsRequired,
      reward: reward.type === 'ITEM' ? { ...reward, item: reward.item.itemId } : reward,
    })),
    shoots: shoots.map(({ ticketPrice, prizes }) => ({
      ticketPrice,
      ...(prizes[0]?.restrictedToGames ? { restrictedToGames: true } : {}),
      prizes: prizes.map(({ item, hashRangeStart, hashRangeEnd }) => ({
        itemId: item.itemId,
        hashRangeStart,
        hashRangeEnd,
      })),
    })),
  };
}

export function itemIdsOf({ tiers, shoots }: EventContents): Id<'item'>[] {
  const won = tiers.flatMap(({ reward }) => (reward.type === 'ITEM' ? [reward.item] : []));
  return [...new Set([...won, ...shoots.flatMap(({ prizes }) => prizes.map(({ itemId }) => itemId))])];
}

function tierFaults(
  { pointsRequired, reward }: TierInput,
  before: TierInput | undefined,
  field: string,
  usableIds: ReadonlySet<Id<'item'>>,
): EventFault[] {
  const faults: EventFault[] = [];
  if (before !== undefined && pointsRequired <= before.pointsRequired) {
    const message = `must be above the ${before.pointsRequired} of the tier before it`;
    faults.push({ field: `${field}.pointsRequired`, message });
  }
  if (reward.type === 'ITEM' && !usableIds.has(reward.item)) {
    faults.push({ field: `${field}.reward.itemId`, message: unusable(reward.item) });
  }
  return faults;
}

function repeatedPriceFaults(shoots: readonly ShootInput[]): EventFault[] {
  return shoots.flatMap(({ ticketPrice }, index) => {
    const first = shoots.findIndex((shoot) => shoot.ticketPrice === ticketPrice);
    if (first === index) return [];
    const message = `shots at ${ticketPrice} are given already at shoots.${first}`;
    return [{ field: `shoots.${index}.ticketPrice`, message }];
  });
}

function planShoot(
  shoot: ShootInput,
  field: string,
  usableIds: ReadonlySet<Id<'item'>>,
): { table: ShootTable; faults: EventFault[] } {
  const { ticketPrice, prizes, restrictedToGames } = shoot;
  const { ranges, faults } = planRanges([], givenItemsOf(shoot), field);
  const unknown = prizes.flatMap(({ itemId }, index) =>
    usableIds.has(itemId) ? [] : [{ field: `${field}.${index}.itemId`, message: unusable(itemId) }],
  );
  const table = { ticketPrice, ...(restrictedToGames ? { restrictedToGames } : {}), prizes: ranges };
  return { table, faults: [...faults, ...unknown] };
}

const givenItemsOf = (shoot: ShootInput): GivenItems<Id<'item'>> =>
  'normalize' in shoot
    ? { style: 'PROBABILITIES', items: shoot.prizes, normalize: shoot.normalize }
    : { style: 'RANGES', items: shoot.prizes };

const unusable = (itemId: Id<'item'>) => `there is no item ${itemId}, or it is archived`;
