import { type GivenItems, HASH_MAX, planRanges } from '@lisura/fairness';
import type { Id } from '../../../../platform/ids.ts';
import { divideCeil } from '../../../../platform/money.ts';
import {
  type DescribedEvent,
  type DescribedShoot,
  type EventContents,
  type EventFault,
  type EventFields,
  restrictionOf,
  type ShootInput,
  type ShootTable,
  type TierInput,
} from '../events.types.ts';
import { isPaused, mostPerShot } from '../shot-returns.rules.ts';

/** The tables of the shots in ranges, and what keeps the contents from being played. With faults they may be anything. */
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

/** What keeps a draft from being published, beyond what keeps it from being stored. */
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
  if (!isPaused(shoot)) return [];
  const averageCents = divideCeil(shoot.worthCents, BigInt(HASH_MAX));
  const message =
    `a shot gives about ${averageCents} cents, and the wagers behind its ${shoot.ticketPrice} tickets leave at most ` +
    `${mostPerShot(shoot)} to the house`;
  return [{ field: `shoots.${index}.prizes`, message }];
}

/** What an event holds, as it would be given. */
export function contentsOf({ tiers, shoots }: Pick<DescribedEvent, 'tiers' | 'shoots'>): EventContents {
  return {
    tiers: tiers.map(({ pointsRequired, reward }) => ({
      pointsRequired,
      reward: reward.type === 'ITEM' ? { ...reward, item: reward.item.itemId } : reward,
    })),
    shoots: shoots.map(({ ticketPrice, prizes }) => ({
      ticketPrice,
      ...restrictionOf(prizes[0] ?? {}),
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
  const { ticketPrice, prizes } = shoot;
  const { ranges, faults } = planRanges([], givenItemsOf(shoot), field);
  const unknown = prizes.flatMap(({ itemId }, index) =>
    usableIds.has(itemId) ? [] : [{ field: `${field}.${index}.itemId`, message: unusable(itemId) }],
  );
  return { table: { ticketPrice, ...restrictionOf(shoot), prizes: ranges }, faults: [...faults, ...unknown] };
}

const givenItemsOf = (shoot: ShootInput): GivenItems<Id<'item'>> =>
  'normalize' in shoot
    ? { style: 'PROBABILITIES', items: shoot.prizes, normalize: shoot.normalize }
    : { style: 'RANGES', items: shoot.prizes };

const unusable = (itemId: Id<'item'>) => `there is no item ${itemId}, or it is archived`;
