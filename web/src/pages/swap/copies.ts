import type { InventoryItem } from '../../data/generated/api.ts';

interface AskedItem {
  /** It is null where any copy of the kind will do. */
  inventoryItemId: string | null;
  itemId: string;
  name: string;
}

/**
 * Chooses one own copy for each wanted kind; copies that the offer names are given anyway. A copy that may not leave is
 * chosen only without another: the server then says why not.
 */
export function copiesFor(
  asked: readonly AskedItem[],
  owned: readonly Pick<InventoryItem, 'id' | 'itemId' | 'cannotLeave'>[],
): { ids: string[] } | { missing: string } {
  const named = asked.map(({ inventoryItemId }) => inventoryItemId);
  const ids: string[] = [];
  for (const { inventoryItemId, itemId, name } of asked) {
    if (inventoryItemId !== null) continue;
    const left = owned.filter((copy) => copy.itemId === itemId && !named.includes(copy.id) && !ids.includes(copy.id));
    const copy = left.find(({ cannotLeave }) => cannotLeave === undefined) ?? left[0];
    if (copy === undefined) return { missing: name };
    ids.push(copy.id);
  }
  return { ids };
}
