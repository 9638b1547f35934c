import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import { COINS_PER_CENT } from '../../../../platform/money.ts';
import type { InventoryItem } from '../../../assets/inventory/index.ts';
import type { OfferedItem, SwapTarget } from './site.records.ts';

type FoundItem = Pick<InventoryItem, 'id' | 'userId' | 'itemId' | 'status' | 'restrictedToGames'> & {
  details: { name: string; valueCentsBrl: Cents } | null;
};

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

/** A held item may be available again in a moment; other statuses are final. */
const HELD_STATUSES: readonly string[] = ['LOCKED', 'IN_SWAP'];

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
 * The user may sell the target at its catalogue value at once, so it costs at least that much. No swap makes its user
 * richer.
 */
export const priceOfTarget = (catalogueCents: Cents, marketCents: Cents): Cents =>
  catalogueCents > marketCents ? catalogueCents : marketCents;

/**
 * The seller may be the user: without this check the house would pay any price for a listing, or give an item for a
 * cheap one that is never delivered. An item without a price in the catalogue passes.
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
  worthCents: Cents;
  overCents: Cents;
  quotedCoins: number;
  maxCoins: number;
}

interface Offered {
  givenCents: Cents;
  quotedCoins: number;
  valueFor: (coins: number) => Cents;
  worthCents: Cents;
  /** The most that the house pays, in percent of the catalogue value, unless the user paid more. */
  ceilingPercent: number;
}

export const tooDearFor = (givenCents: Cents, targetCents: Cents): SiteSwapFault | null =>
  targetCents > givenCents ? { kind: 'TARGET_TOO_DEAR', targetCents, givenCents } : null;

export function termsOf(offered: Offered): { fault: SiteSwapFault } | Terms {
  const { givenCents, quotedCoins, valueFor, worthCents } = offered;
  const marketCents = valueFor(quotedCoins);
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
 * A purchase may cost a tenth more than the quote, because prices move, but not more than the user paid or the ceiling
 * allows. The value grows with the coins, so the search is binary.
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

export const projectIdOf = (id: Id<'site-swap'>, at: Date): string => `sw_${id}_${at.getTime()}`;

export interface TargetFilter {
  minValueCents: Cents | null;
  maxValueCents: Cents | null;
  search: string;
  sortOrder: 'asc' | 'desc';
}

export function chooseTargets(targets: readonly SwapTarget[], filter: TargetFilter): SwapTarget[] {
  const { minValueCents, maxValueCents, sortOrder } = filter;
  const search = filter.search.toLowerCase();
  const way = sortOrder === 'asc' ? 1 : -1;
  return targets
    .filter(
      ({ name, valueCentsBrl }) =>
        (minValueCents === null || valueCentsBrl >= minValueCents) &&
        (maxValueCents === null || valueCentsBrl <= maxValueCents) &&
        name.toLowerCase().includes(search),
    )
    .toSorted((one, other) => way * compare(one.valueCentsBrl, other.valueCentsBrl) || compare(one.name, other.name));
}

const compare = <Value extends bigint | string>(one: Value, other: Value): number =>
  one === other ? 0 : one < other ? -1 : 1;
