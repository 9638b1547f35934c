import type { Opening, Sale } from '../../../data/generated/api.ts';

export interface Sold {
  itemIds: ReadonlySet<string>;
  /** The page had named the values of these items when they were won. */
  saidCents: bigint;
  /** The answers name the values when they were sold. */
  broughtCents: bigint;
}

export const NOTHING_SOLD: Sold = { itemIds: new Set(), saidCents: 0n, broughtCents: 0n };

type SoldOpening = Pick<Opening, 'inventoryItemId'> & { item: Pick<Opening['item'], 'valueCentsBrl'> };

export const withSale = (
  { itemIds, saidCents, broughtCents }: Sold,
  openings: readonly SoldOpening[],
  { totalValueCents }: Pick<Sale, 'totalValueCents'>,
): Sold => ({
  itemIds: new Set([...itemIds, ...openings.map(({ inventoryItemId }) => inventoryItemId)]),
  saidCents: openings.reduce((sum, { item }) => sum + BigInt(item.valueCentsBrl), saidCents),
  broughtCents: broughtCents + BigInt(totalValueCents),
});

export const hasPriceMoved = ({ saidCents, broughtCents }: Sold): boolean => saidCents !== broughtCents;
