import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import { COINS_PER_CENT } from '../../../../platform/money.ts';
import type { InventoryItem } from '../../../assets/inventory/index.ts';
import type { OfferedItem, SwapTarget } from './site.types.ts';

type FoundItem = Pick<InventoryItem, 'id' | 'userId' | 'itemId' | 'status' | 'restrictedToGames'> & {
  details: { name: string; valueCentsBrl: Cents } | null;
};

/** Why a site swap cannot be. */
export type SiteSwapFault =
  | {
      kind:
        | 'ITEM_ABSENT'
        | 'ITEM_FOREIGN'
        | 'ITEM_WITHOUT_DETAILS'
        | 'ITEM_RESTRICTED'
        | 'SUSPENDED'
        | 'TARGET_ABSENT'
        | 'TARGET_PRICE_ODD';
    }
  | { kind: 'ITEM_UNAVAILABLE' | 'ITEM_HELD'; id: Id<'inventoryItem'>; status: string }
  | { kind: 'TARGET_TOO_DEAR'; targetCents: Cents; givenCents: Cents }
  | { kind: 'DAY_EXHAUSTED' };

/** What something else holds may be back in a moment; everything else is gone for good. */
const HELD_STATUSES: readonly string[] = ['LOCKED', 'IN_SWAP'];

/** What the user gives, in the order asked for, or what is wrong with the first item that cannot be given. */
export function judgeOffered(
  ids: readonly Id<'inventoryItem'>[],
  found: readonly FoundItem[],
  userId: Id<'user'>,
): { fault: SiteSwapFault } | { given: OfferedItem[] } {
  const byId = new Map(found.map((item) => [item.id, item]));
  const given: OfferedItem[] = [];
  for (const id of ids) {
    const item = byId.get(id);
    if (item === undefined) return { fault: { kind: 'ITEM_ABSENT' } };
    const { itemId, status, details } = item;
    if (item.userId !== userId) return { fault: { kind: 'ITEM_FOREIGN' } };
    if (status !== 'AVAILABLE') {
      return { fault: { kind: HELD_STATUSES.includes(status) ? 'ITEM_HELD' : 'ITEM_UNAVAILABLE', id, status } };
    }
    if (item.restrictedToGames) return { fault: { kind: 'ITEM_RESTRICTED' } };
    if (itemId === null || details === null) return { fault: { kind: 'ITEM_WITHOUT_DETAILS' } };
    given.push({ inventoryItemId: id, itemId, name: details.name, valueCents: details.valueCentsBrl });
  }
  return { given };
}

export const totalOf = (given: readonly Pick<OfferedItem, 'valueCents'>[]): Cents =>
  given.reduce((sum, { valueCents }) => sum + valueCents, 0n);

/**
 * What a target costs: its value in the catalogue, for which its owner may sell it at once, or what the market asks for it
 * with the margin of the house, where that is more. So nobody owns more after a swap than before.
 */
export const priceOfTarget = (catalogueCents: Cents, marketCents: Cents): Cents =>
  catalogueCents > marketCents ? catalogueCents : marketCents;

/**
 * Whether what is asked for the target is near what the catalogue says that the marketplace asks, in cents of USD; an item
 * that was never priced there is near everything. Who sells may be who swaps: without this the house would pay any price
 * for one listing of a name, or give an item for a listing that is far too cheap and never delivered.
 */
export function isNearCatalogue(quotedCoins: number, catalogueCents: Cents): boolean {
  const askedCents = BigInt(Math.round(quotedCoins / COINS_PER_CENT));
  const isRounding = askedCents - catalogueCents <= 1n && catalogueCents - askedCents <= 1n;
  const isInBand = askedCents * 10n <= catalogueCents * 11n && askedCents * 10n >= catalogueCents * 8n;
  return catalogueCents === 0n || isRounding || isInBand;
}

export interface Terms {
  givenCents: Cents;
  targetCents: Cents;
  creditCents: Cents;
  /** What the platform gives for the target. */
  worthCents: Cents;
  /** By how much the purchase may go beyond that. */
  overCents: Cents;
  quotedCoins: number;
  maxCoins: number;
}

interface Offered {
  givenCents: Cents;
  quotedCoins: number;
  /** What the house asks for an item that the marketplace sells for so many coins. */
  valueFor: (coins: number) => Cents;
  worthCents: Cents;
  /** Of the value in the catalogue: what the house pays at most, where the user has not paid more. */
  ceilingPercent: number;
}

export const tooDearFor = (givenCents: Cents, targetCents: Cents): SiteSwapFault | null =>
  targetCents > givenCents ? { kind: 'TARGET_TOO_DEAR', targetCents, givenCents } : null;

/** On what terms the target is had. */
export function termsOf(offered: Offered): { fault: SiteSwapFault } | Terms {
  const { givenCents, quotedCoins, valueFor, worthCents } = offered;
  const marketCents = valueFor(quotedCoins);
  // A price that rounds to nothing is no price.
  if (marketCents <= 0n) return { fault: { kind: 'TARGET_ABSENT' } };
  const targetCents = priceOfTarget(worthCents, marketCents);
  const fault = tooDearFor(givenCents, targetCents);
  if (fault !== null) return { fault };
  const creditCents = givenCents - targetCents;
  const maxCoins = maxCoinsOf(offered, targetCents);
  const overCents = positive(valueFor(maxCoins) - worthCents);
  return { givenCents, targetCents, creditCents, worthCents, overCents, quotedCoins, maxCoins };
}

const positive = (cents: Cents): Cents => (cents > 0n ? cents : 0n);

/**
 * The most that may be paid: a tenth more than was quoted, since prices move between the quote and the purchase, and no more
 * than the user has paid for the target or, where that is more, the part of its value in the catalogue that is set. A value
 * follows its coins upwards, so the last that is allowed is searched for.
 */
function maxCoinsOf({ quotedCoins, valueFor, worthCents, ceilingPercent }: Offered, targetCents: Cents): number {
  const ceilingCents = priceOfTarget((worthCents * BigInt(ceilingPercent)) / 100n, targetCents);
  let [allowed, most] = [quotedCoins, Math.floor((quotedCoins * 11) / 10)];
  while (allowed < most) {
    const middle = Math.ceil((allowed + most) / 2);
    if (valueFor(middle) <= ceilingCents) allowed = middle;
    else most = middle - 1;
  }
  return allowed;
}

/** Under which the marketplace knows the purchase. */
export const projectIdOf = (id: Id<'site-swap'>, at: Date): string => `sw_${id}_${at.getTime()}`;

export interface TargetFilter {
  minValueCents: Cents | null;
  maxValueCents: Cents | null;
  search: string;
  sortOrder: 'asc' | 'desc';
}

/** By value, and by name where that is the same. */
export function chooseTargets(targets: readonly SwapTarget[], filter: TargetFilter): SwapTarget[] {
  const { minValueCents, maxValueCents, sortOrder } = filter;
  const search = filter.search.toLowerCase();
  const way = sortOrder === 'asc' ? 1 : -1;
  return targets
    .filter(
      ({ name, valueCents }) =>
        (minValueCents === null || valueCents >= minValueCents) &&
        (maxValueCents === null || valueCents <= maxValueCents) &&
        name.toLowerCase().includes(search),
    )
    .toSorted((one, other) => way * compare(one.valueCents, other.valueCents) || compare(one.name, other.name));
}

const compare = <Value extends bigint | string>(one: Value, other: Value): number =>
  one === other ? 0 : one < other ? -1 : 1;
