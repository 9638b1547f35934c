import { type Static, Type } from 'typebox';
import type { Id } from '../../../../platform/ids.ts';
import { type Cents, formatBrl } from '../../../../platform/money.ts';
import { centsOf, idOf, moneyText } from '../../../../platform/schemas.ts';
import { RarityColorField, RarityField, rarityColorOf } from '../../../assets/items/index.ts';

/** What rolls can win, as every game shows it. */

export const hashRangeFields = {
  hashRangeStart: Type.Integer({ description: 'The first roll that gives the item' }),
  hashRangeEnd: Type.Integer({ description: 'The last roll that gives the item' }),
};

export const ChancePercent = Type.String({ description: 'Exact, in percent', examples: ['0.512'] });

export const PrizeItem = Type.Object(
  {
    id: idOf('Id of the item in the catalogue'),
    name: Type.String({ description: 'Display name' }),
    imageUrl: Type.String({ description: 'Its picture' }),
    rarity: Type.Unsafe<string>(RarityField),
    rarityColor: RarityColorField,
    valueCentsBrl: centsOf('Its value in cents of BRL'),
    valueFormatted: moneyText('The value, for a person'),
  },
  { title: 'PrizeItem', description: 'An item that can be won, or was' },
);

export const examplePrizeItem: Static<typeof PrizeItem> = {
  id: '1',
  name: 'AK-47 | Redline (Field-Tested)',
  imageUrl: 'https://images.example/items/1.png',
  rarity: 'CLASSIFIED',
  rarityColor: '#d32ce6',
  valueCentsBrl: '4500',
  valueFormatted: 'R$ 45,00',
};

interface ShownItem {
  itemId: Id<'item'>;
  name: string;
  imageUrl: string;
  rarity: string;
  valueCents: Cents;
}

export function prizeItemView({ itemId, name, imageUrl, rarity, valueCents }: ShownItem): Static<typeof PrizeItem> {
  return {
    id: itemId,
    name,
    imageUrl,
    rarity,
    rarityColor: rarityColorOf(rarity),
    valueCentsBrl: valueCents.toString(),
    valueFormatted: formatBrl(valueCents),
  };
}

/** An item as the records of games name it. */
interface WonItem {
  itemId: Id<'item'>;
  itemName: string;
  itemImageUrl: string;
  itemRarity: string;
  itemValueCents: Cents;
}

export const wonItemView = (won: WonItem): Static<typeof PrizeItem> =>
  prizeItemView({
    itemId: won.itemId,
    name: won.itemName,
    imageUrl: won.itemImageUrl,
    rarity: won.itemRarity,
    valueCents: won.itemValueCents,
  });
