import { type Static, Type } from 'typebox';
import { listOf, pageQuery } from '../../../platform/lists.ts';
import { formatBrl } from '../../../platform/money.ts';
import { centsOf, idOf, moneyText } from '../../../platform/schemas.ts';
import { rarityColorOf } from './items.rules.ts';
import {
  EXTERIORS,
  type Exterior,
  type Item,
  type ItemFigures,
  type ItemFilter,
  RARITIES,
  type Rarity,
  WEAPON_CATEGORIES,
  type WeaponCategory,
} from './items.types.ts';

const oneOf = <Value extends string>(title: string, values: Readonly<Record<Value, string>>, description: string) =>
  Type.Unsafe<Value>({ title, type: 'string', enum: Object.keys(values), description });

export const RarityField = oneOf<Rarity>('Rarity', RARITIES, 'The grade of the item');
export const RarityColorField = Type.String({
  title: 'RarityColor',
  description: 'The colour of its grade, as the game shows it: # and six hex digits',
  pattern: '^#[0-9a-f]{6}$',
  examples: ['#d32ce6'],
});
export const CategoryField = oneOf<WeaponCategory>('WeaponCategory', WEAPON_CATEGORIES, 'Kind of the item');
export const ExteriorField = oneOf<Exterior>('Exterior', EXTERIORS, 'How worn it is');
export const NullableExterior = Type.Unsafe<Exterior | null>({
  title: 'NullableExterior',
  type: ['string', 'null'],
  enum: [...Object.keys(EXTERIORS), null],
  description: 'How worn it is; null where that does not apply',
});

export const exampleItem = {
  id: '1',
  name: 'AK-47 | Redline (Field-Tested)',
  marketHashName: 'AK-47 | Redline (Field-Tested)',
  imageUrl: 'https://items.example/ak-47-redline.png',
  rarity: 'CLASSIFIED',
  rarityColor: '#d32ce6',
  valueCents: '3600',
  valueCentsBrl: '19556',
  valueFormatted: 'R$ 195,56',
  originalPriceCents: '3000',
  marginPercent: 20,
  weaponCategory: 'RIFLE',
  exterior: 'FIELD_TESTED',
  isStatTrak: false,
};
export const exampleMeta = { page: 1, limit: 20, total: 1 };

export const itemFields = {
  id: idOf('Id of the item in the catalogue'),
  name: Type.String({ description: 'Display name' }),
  marketHashName: Type.String({ description: 'The name on the marketplace, unique' }),
  imageUrl: Type.String({ description: 'Empty where there is no picture' }),
  rarity: RarityField,
  rarityColor: RarityColorField,
  valueCents: centsOf('USD cents, with the house margin'),
  valueCentsBrl: centsOf('Worth of the item on the platform, in BRL cents'),
  valueFormatted: Type.String({ description: 'The value in BRL, for a person' }),
  originalPriceCents: centsOf('USD cents, as the marketplace asks'),
  marginPercent: Type.Number({ description: 'Informational' }),
  weaponCategory: CategoryField,
  exterior: NullableExterior,
  isStatTrak: Type.Boolean({ description: 'Whether it counts kills' }),
};
export const ItemView = Type.Object(itemFields, {
  title: 'Item',
  description: 'An item of the catalogue',
  examples: [exampleItem],
});
export const ItemList = listOf(ItemView, {
  examples: [{ data: [exampleItem], meta: exampleMeta }],
});

export function itemView(item: Item): Static<typeof ItemView> {
  const { id, name, marketHashName, imageUrl, rarity, marginPercent, weaponCategory, exterior, isStatTrak } = item;
  return {
    id,
    name,
    marketHashName,
    imageUrl,
    rarity,
    rarityColor: rarityColorOf(rarity),
    valueCents: item.valueCents.toString(),
    valueCentsBrl: item.valueCentsBrl.toString(),
    valueFormatted: formatBrl(item.valueCentsBrl),
    originalPriceCents: item.originalPriceCents.toString(),
    marginPercent,
    weaponCategory,
    exterior,
    isStatTrak,
  };
}

export const SearchText = Type.String({ maxLength: 100, description: 'Part of the name, in any case' });
const ValueBound = (description: string) => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description });

export const ItemsQuery = pageQuery({
  rarity: Type.Optional({ ...RarityField, description: 'Only those of this grade' }),
  weaponCategory: Type.Optional({ ...CategoryField, description: 'Only those of this kind' }),
  exterior: Type.Optional({ ...ExteriorField, description: 'Only those that are worn so' }),
  isStatTrak: Type.Optional(Type.Boolean({ description: 'Only those that count kills, or only others' })),
  minValueCents: Type.Optional(ValueBound('Worth at least so many BRL cents')),
  maxValueCents: Type.Optional(ValueBound('Worth at most so many BRL cents')),
  search: Type.Optional(SearchText),
  sortBy: Type.Optional(
    Type.Unsafe<'value' | 'name' | 'createdAt'>({
      type: 'string',
      enum: ['value', 'name', 'createdAt'],
      default: 'name',
      description: '`value` is the one in BRL',
    }),
  ),
  sortOrder: Type.Optional(
    Type.Unsafe<'asc' | 'desc'>({ type: 'string', enum: ['asc', 'desc'], default: 'asc', description: 'Direction' }),
  ),
});

export const ANY_ITEM: ItemFilter = {
  rarity: null,
  weaponCategory: null,
  exterior: null,
  isStatTrak: null,
  minValueCentsBrl: null,
  maxValueCentsBrl: null,
  maxValueCents: null,
  search: null,
  isArchived: null,
};

/** An empty search finds everything. */
export const searchOf = (search: string | undefined) => search || null;

export function publicFilter(query: Static<typeof ItemsQuery>): ItemFilter {
  const { minValueCents, maxValueCents } = query;
  return {
    ...ANY_ITEM,
    rarity: query.rarity ?? null,
    weaponCategory: query.weaponCategory ?? null,
    exterior: query.exterior ?? null,
    isStatTrak: query.isStatTrak ?? null,
    minValueCentsBrl: minValueCents === undefined ? null : BigInt(minValueCents),
    maxValueCentsBrl: maxValueCents === undefined ? null : BigInt(maxValueCents),
    search: searchOf(query.search),
    isArchived: false,
  };
}

const countedFields = {
  value: Type.String({ description: 'Value for filters' }),
  name: Type.String({ description: 'Name for people' }),
  count: Type.Integer({ description: 'Items of it' }),
};
const CountedValue = Type.Object(countedFields, {
  title: 'CountedValue',
  description: 'A value that items have, and how many have it',
});
const CountedRarity = Type.Object(
  { ...countedFields, color: RarityColorField },
  { title: 'CountedRarity', description: 'A grade, its colour, and how many items have it' },
);
const exampleCount = { value: 'RIFLE', name: 'Rifle', count: 88 };
const exampleRarity = { value: 'COVERT', name: 'Covert', count: 31, color: '#eb4b4b' };

export const CountedValues = listOf(CountedValue, {
  examples: [{ data: [exampleCount], meta: exampleMeta }],
});
export const CountedRarities = listOf(CountedRarity, {
  examples: [{ data: [exampleRarity], meta: exampleMeta }],
});

/** Every value of an enumeration in its own order, also those that no item has. */
export function countedValues(
  names: Readonly<Record<string, string>>,
  counts: ReadonlyMap<string, number>,
): Static<typeof CountedValue>[] {
  return Object.entries(names).map(([value, name]) => ({ value, name, count: counts.get(value) ?? 0 }));
}

export const countedRarities = (counts: ReadonlyMap<string, number>): Static<typeof CountedRarity>[] =>
  countedValues(RARITIES, counts).map((counted) => ({ ...counted, color: rarityColorOf(counted.value) }));

export const ItemStats = Type.Object(
  {
    count: Type.Integer({ description: 'Items in all' }),
    minValueCents: centsOf('The value of the cheapest'),
    maxValueCents: centsOf('The value of the dearest'),
    averageValueCents: centsOf('The value of all by their number'),
    averageValueFormatted: moneyText('The average, for a person'),
    byRarity: Type.Array(CountedRarity, { description: 'How many there are of each grade' }),
    byCategory: Type.Array(CountedValue, { description: 'How many there are of each kind' }),
  },
  {
    title: 'ItemStats',
    description: 'Values are in BRL cents; 0 while there is no item.',
    examples: [
      {
        count: 312,
        minValueCents: '18',
        maxValueCents: '912345',
        averageValueCents: '20417',
        averageValueFormatted: 'R$ 204,17',
        byRarity: [exampleRarity],
        byCategory: [exampleCount],
      },
    ],
  },
);

export function statsView(figures: ItemFigures): Static<typeof ItemStats> {
  return {
    count: figures.count,
    minValueCents: figures.minValueCentsBrl.toString(),
    maxValueCents: figures.maxValueCentsBrl.toString(),
    averageValueCents: figures.averageValueCentsBrl.toString(),
    averageValueFormatted: formatBrl(figures.averageValueCentsBrl),
    byRarity: countedRarities(figures.byRarity),
    byCategory: countedValues(WEAPON_CATEGORIES, figures.byCategory),
  };
}
