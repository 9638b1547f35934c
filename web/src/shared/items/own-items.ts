import { call } from '../../data/api.ts';
import type { InventoryItem } from '../../data/generated/api.ts';

const LARGEST_PAGE = 100;

/** Finds the player's usable items with this text in their names, as the server knows them now. */
export async function findOwnItems(name: string): Promise<InventoryItem[]> {
  const found: InventoryItem[] = [];
  for (;;) {
    const query = { status: 'AVAILABLE', search: name, limit: LARGEST_PAGE, offset: found.length } as const;
    const { items, hasMore } = await call('GET /inventory', { query });
    found.push(...items);
    if (!hasMore) return found;
  }
}
