import { call } from '../../data/api.ts';
import type { InventoryItem } from '../../data/generated/api.ts';

const LARGEST_PAGE = 100;

/** Every own item that can be used at the moment and has this in its name, as the server knows it now. */
export async function findOwnItems(name: string): Promise<InventoryItem[]> {
  const found: InventoryItem[] = [];
  for (;;) {
    const query = { status: 'AVAILABLE', search: name, limit: LARGEST_PAGE, offset: found.length } as const;
    const { items, hasMore } = await call('GET /inventory', { query });
    found.push(...items);
    if (!hasMore) return found;
  }
}
