import { flipItems, percentOfRolls, widthOf } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { formatBrl } from '../../../../platform/money.ts';
import { centsOf, idOf, moneyText } from '../../../../platform/schemas.ts';
import { RarityColorField, RarityField, rarityColorOf } from '../../../assets/items/index.ts';
import { ChancePercent, hashRangeFields } from '../../rolls/index.ts';
import type { DescribedCaseItem } from '../cases.types.ts';

export const NullableThreshold = Type.Union([Type.Integer(), Type.Null()], {
  description: 'The roll from which the second wheel turns; always the hashRangeStart of an item. Null: it never turns',
});

export const HasFlip = Type.Boolean({ description: 'Whether it has a second wheel' });

export const exampleCaseItem = {
  itemId: '1',
  name: 'AK-47 | Slate',
  marketHashName: 'AK-47 | Slate (Field-Tested)',
  imageUrl: 'https://images.example/items/1.png',
  rarity: 'RESTRICTED',
  rarityColor: '#8847ff',
  valueCentsBrl: '2450',
  valueFormatted: 'R$ 24,50',
  hashRangeStart: 1,
  hashRangeEnd: 7_999_000,
  chancePercent: '79.99',
  isFlip: false,
};

export const namedItemFields = {
  itemId: idOf('Id of the item in the catalogue'),
  name: Type.String({ description: 'Display name' }),
};
export const valueFields = {
  valueCentsBrl: centsOf('Present worth, in BRL cents'),
  valueFormatted: moneyText('The value, for a person'),
};
export const IsFlip = Type.Boolean({ description: 'True: the item is on the second wheel' });

export const CaseItemView = Type.Object(
  {
    ...namedItemFields,
    marketHashName: Type.String({ description: 'The name on the marketplace, unique' }),
    imageUrl: Type.String({ description: 'Address of a picture' }),
    rarity: Type.Unsafe<string>(RarityField),
    rarityColor: RarityColorField,
    ...valueFields,
    ...hashRangeFields,
    chancePercent: ChancePercent,
    isFlip: IsFlip,
  },
  { title: 'CaseItem', description: 'An item that a case holds, and the rolls that give it' },
);

export function caseItemView(item: DescribedCaseItem, flipThreshold: number | null): Static<typeof CaseItemView> {
  const { itemId, name, marketHashName, imageUrl, rarity, valueCentsBrl, hashRangeStart, hashRangeEnd } = item;
  return {
    itemId,
    name,
    marketHashName,
    imageUrl,
    rarity,
    rarityColor: rarityColorOf(rarity),
    valueCentsBrl: valueCentsBrl.toString(),
    valueFormatted: formatBrl(valueCentsBrl),
    hashRangeStart,
    hashRangeEnd,
    chancePercent: percentOfRolls(widthOf(item)),
    isFlip: flipThreshold !== null && flipItems([item], flipThreshold).length > 0,
  };
}
