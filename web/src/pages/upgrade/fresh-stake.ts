import { call } from '../../data/api.ts';
import type { InventoryItem, UpgradeTarget } from '../../data/generated/api.ts';
import { findOwnItems } from '../../shared/items/own-items.ts';

const LARGEST_PAGE = 100;

/** Returns the chosen items as they are now, in the order of the choice and without those that are gone. */
export const asOfNow = <Thing extends { id: string }>(chosen: readonly Thing[], known: readonly Thing[]): Thing[] =>
  chosen.flatMap(({ id }) => known.find((each) => each.id === id) ?? []);

/** Returns the items with present values, without those that cannot be staked any more. */
export async function freshItems(items: readonly InventoryItem[]): Promise<InventoryItem[]> {
  const names = new Set(items.map(({ itemName }) => itemName));
  const known = await Promise.all([...names].map(findOwnItems));
  return asOfNow(items, known.flat());
}

/** Returns the target with its present value; null where it is no target any more. Other names may contain its name. */
export async function freshTarget({ id, name }: UpgradeTarget): Promise<UpgradeTarget | null> {
  for (let page = 1; ; page++) {
    const query = { search: name, limit: LARGEST_PAGE, page };
    const { data, meta } = await call('GET /upgrade/targets', { query });
    const found = data.find((each) => each.id === id);
    if (found !== undefined || page * LARGEST_PAGE >= meta.total) return found ?? null;
  }
}
