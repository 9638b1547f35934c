import type { Opening, Sale } from '../../../data/generated/api.ts';

/** What was sold of a press. */
export interface Sold {
  itemIds: ReadonlySet<string>;
  /** What the page had said that these items bring: their values when they were won. */
  saidCents: bigint;
  /** What the answers say they have brought: their values when they were sold. */
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
