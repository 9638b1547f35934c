import type { InventoryItem } from '../../data/generated/api.ts';
import type { ShownItem } from './rarity.ts';

/** Parts show an item of the inventory by these names. */
export const shownInventoryItem = (item: InventoryItem): ShownItem => ({
  name: item.itemName,
  imageUrl: item.itemImage,
  rarityColor: item.itemRarityColor,
  valueCentsBrl: item.itemValueCents,
});
