import { describeRangeFault, rangeFaults } from '@lisura/fairness';
import type { Id } from '../../../platform/ids.ts';
import type { DescribedEvent, EventContents, EventFault, EventFields, GivenShoot, GivenTier } from './events.types.ts';

/** What keeps contents from being played as they were given. `usableIds` are the items that can be won. */
export function contentsFaults({ tiers, shoots }: EventContents, usableIds: ReadonlySet<Id<'item'>>): EventFault[] {
  return [
    ...tiers.flatMap((tier, index) => tierFaults(tier, tiers[index - 1], `tiers.${index}`, usableIds)),
    ...repeatedPriceFaults(shoots),
    ...shoots.flatMap((shoot, index) => shootFaults(shoot, `shoots.${index}.prizes`, usableIds)),
  ];
}

export function timeFaults({ startsAt, endsAt }: Pick<EventFields, 'startsAt' | 'endsAt'>): EventFault[] {
  return startsAt < endsAt ? [] : [{ field: 'endsAt', message: 'must be after startsAt' }];
}

/** What keeps a draft from being published, beyond what keeps it from being stored. */
export function publishingFaults({ tiers, shoots, hasEnded }: DescribedEvent): EventFault[] {
  const faults: EventFault[] = [];
  if (hasEnded) faults.push({ field: 'endsAt', message: 'must be in the future' });
  if (tiers.length === 0 && shoots.length === 0) {
    faults.push({ field: 'tiers', message: 'an event needs at least one tier or one table of shots' });
  }
  return faults;
}

/** What an event holds, as it would be given. */
export function contentsOf({ tiers, shoots }: Pick<DescribedEvent, 'tiers' | 'shoots'>): EventContents {
  return {
    tiers: tiers.map(({ pointsRequired, reward }) => ({
      pointsRequired,
      reward: reward.type === 'ITEM' ? { type: reward.type, item: reward.item.itemId } : reward,
    })),
    shoots: shoots.map(({ ticketPrice, prizes }) => ({
      ticketPrice,
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
  { pointsRequired, reward }: GivenTier,
  before: GivenTier | undefined,
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

function repeatedPriceFaults(shoots: readonly GivenShoot[]): EventFault[] {
  return repeats(shoots.map(({ ticketPrice }) => ticketPrice)).map(({ value, index, first }) => ({
    field: `shoots.${index}.ticketPrice`,
    message: `shots at ${value} are given already at shoots.${first}`,
  }));
}

function shootFaults({ prizes }: GivenShoot, field: string, usableIds: ReadonlySet<Id<'item'>>): EventFault[] {
  const repeated = repeats(prizes.map(({ itemId }) => itemId)).map(({ value, index, first }) => ({
    field: `${field}.${index}`,
    message: `item ${value} is given already at ${field}.${first}`,
  }));
  const uncovered = rangeFaults(prizes).map((fault) => ({
    field: fault.kind === 'NO_RANGES' ? field : `${field}.${fault.index}`,
    message: describeRangeFault(fault),
  }));
  const unknown = prizes.flatMap(({ itemId }, index) =>
    usableIds.has(itemId) ? [] : [{ field: `${field}.${index}.itemId`, message: unusable(itemId) }],
  );
  return [...repeated, ...uncovered, ...unknown];
}

const unusable = (itemId: Id<'item'>) => `there is no item ${itemId}, or it is archived`;

/** The values that were there before, with the place where each came first. */
function repeats<Value>(values: readonly Value[]): { value: Value; index: number; first: number }[] {
  const firstPlaces = new Map<Value, number>();
  return values.flatMap((value, index) => {
    const first = firstPlaces.get(value);
    if (first !== undefined) return [{ value, index, first }];
    firstPlaces.set(value, index);
    return [];
  });
}
