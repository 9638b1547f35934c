import type { InventoryItem, ItemWithdrawal } from '../../../data/generated/api.ts';
import type { ShownItem } from '../../../shared/items/rarity.ts';

type Held = Pick<InventoryItem | ItemWithdrawal, 'itemName' | 'itemImage' | 'itemRarityColor' | 'itemValueCents'>;

export const shownItem = ({ itemName, itemImage, itemRarityColor, itemValueCents }: Held): ShownItem => ({
  name: itemName,
  imageUrl: itemImage,
  rarityColor: itemRarityColor,
  valueCentsBrl: itemValueCents,
});
