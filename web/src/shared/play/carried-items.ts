import type { InventoryItem } from '../../data/generated/api.ts';
import { apiQuery, queryClient } from '../../data/queries.ts';

/**
 * The player takes these items along to the page of upgrades. A reload drops them, because they may be gone by then.
 */
let carried: readonly InventoryItem[] = [];

export const carryItems = (items: readonly InventoryItem[]): void => {
  carried = items;
};

export const carriedItems = (): readonly InventoryItem[] => carried;

/** One opening gives no more. */
const NEWEST = 100;

/** Takes along what was just won, which is among the newest of the inventory unless it was sold elsewhere. */
export async function carryWonItem(inventoryItemId: string): Promise<void> {
  const query = { status: 'AVAILABLE', sortBy: 'acquiredAt', sortOrder: 'desc', limit: NEWEST } as const;
  const { items } = await queryClient.fetchQuery({ ...apiQuery('GET /inventory', { query }), staleTime: 0 });
  carryItems(items.filter(({ id }) => id === inventoryItemId));
}
