import type { InventoryItem } from '../../data/generated/api.ts';
import type { ShownItem } from './rarity.ts';

/** An item of the inventory under the names that parts show items by. */
export const shownInventoryItem = (item: InventoryItem): ShownItem => ({
  name: item.itemName,
  imageUrl: item.itemImage,
  rarityColor: item.itemRarityColor,
  valueCentsBrl: item.itemValueCents,
});
