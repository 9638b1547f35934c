import { type Static, Type } from 'typebox';
import type { Id } from '../../../platform/ids.ts';
import { type Cents, formatBrl } from '../../../platform/money.ts';
import { CentsText, IdText } from '../../../platform/schemas.ts';

/** What rolls can win, as every game shows it. */

export const hashRangeFields = {
  hashRangeStart: Type.Integer({ description: 'The first roll that gives the item' }),
  hashRangeEnd: Type.Integer({ description: 'The last roll that gives the item' }),
};

export const ChancePercent = Type.String({ description: 'Exact, in percent', examples: ['0.512'] });

export const PrizeItem = Type.Object({
  id: IdText,
  name: Type.String(),
  imageUrl: Type.String(),
  rarity: Type.String(),
  valueCentsBrl: CentsText,
  valueFormatted: Type.String({ description: 'For a person', examples: ['R$ 45,00'] }),
});

export const examplePrizeItem: Static<typeof PrizeItem> = {
  id: '77',
  name: 'AK-47 | Redline (Field-Tested)',
  imageUrl: 'https://images.example/items/77.png',
  rarity: 'CLASSIFIED',
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
    valueCentsBrl: valueCents.toString(),
    valueFormatted: formatBrl(valueCents),
  };
}
