import { type Static, Type } from 'typebox';
import { formatBrl } from '../../../platform/money.ts';
import { CentsText, IdText, listOf, pageQuery, Timestamp } from '../../../platform/schemas.ts';
import { containsPattern } from './items.rules.ts';
import {
  EXTERIORS,
  type ExchangeRate as ExchangeRateRow,
  type Exterior,
  type Item,
  type ItemFigures,
  type ItemFilter,
  RARITIES,
  type Rarity,
  WEAPON_CATEGORIES,
  type WeaponCategory,
} from './items.types.ts';

const oneOf = <Value extends string>(values: Readonly<Record<Value, string>>, description: string) =>
  Type.Unsafe<Value>({ type: 'string', enum: Object.keys(values), description });

export const RarityField = oneOf<Rarity>(RARITIES, 'The grade of the item');
export const CategoryField = oneOf<WeaponCategory>(WEAPON_CATEGORIES, 'What kind of thing it is');
const ExteriorField = oneOf<Exterior>(EXTERIORS, 'How worn it is');
export const NullableExterior = Type.Unsafe<Exterior | null>({
  type: ['string', 'null'],
  enum: [...Object.keys(EXTERIORS), null],
  description: 'How worn it is; null where that does not apply',
});

export const exampleItem = {
  id: '42',
  name: 'AK-47 | Redline (Field-Tested)',
  marketHashName: 'AK-47 | Redline (Field-Tested)',
  imageUrl: 'https://items.example/ak-47-redline.png',
  rarity: 'CLASSIFIED',
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
  id: IdText,
  name: Type.String(),
  marketHashName: Type.String({ description: 'The name on the marketplace, unique' }),
  imageUrl: Type.String({ description: 'Empty where there is no picture' }),
  rarity: RarityField,
  valueCents: Type.String({ description: 'USD cents, with the house margin' }),
  valueCentsBrl: Type.String({ description: 'BRL cents: what the item is worth on the platform' }),
  valueFormatted: Type.String({ description: 'The value in BRL, for a person' }),
  originalPriceCents: Type.String({ description: 'USD cents, as the marketplace asks' }),
  marginPercent: Type.Number({ description: 'Informational' }),
  weaponCategory: CategoryField,
  exterior: NullableExterior,
  isStatTrak: Type.Boolean(),
};
export const ItemView = Type.Object(itemFields, { examples: [exampleItem] });
export const ItemList = Type.Object(listOf(ItemView).properties, {
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
  rarity: Type.Optional(RarityField),
  weaponCategory: Type.Optional(CategoryField),
  exterior: Type.Optional(ExteriorField),
  isStatTrak: Type.Optional(Type.Boolean()),
  minValueCents: Type.Optional(ValueBound('BRL cents')),
  maxValueCents: Type.Optional(ValueBound('BRL cents')),
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
export const searchPattern = (search: string | undefined) => (search ? containsPattern(search) : null);

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
    search: searchPattern(query.search),
    isArchived: false,
  };
}

const CountedValue = Type.Object({
  value: Type.String({ description: 'As filters take it' }),
  name: Type.String({ description: 'As a person knows it' }),
  count: Type.Integer({ description: 'Items of it' }),
});
const exampleCount = { value: 'COVERT', name: 'Covert', count: 31 };

export const CountedValues = Type.Object(listOf(CountedValue).properties, {
  examples: [{ data: [exampleCount], meta: exampleMeta }],
});

/** Every value of an enumeration in its own order, also those that no item has. */
export function countedValues(
  names: Readonly<Record<string, string>>,
  counts: ReadonlyMap<string, number>,
): Static<typeof CountedValue>[] {
  return Object.entries(names).map(([value, name]) => ({ value, name, count: counts.get(value) ?? 0 }));
}

export const ItemStats = Type.Object(
  {
    count: Type.Integer({ description: 'Items in all' }),
    minValueCents: CentsText,
    maxValueCents: CentsText,
    averageValueCents: CentsText,
    averageValueFormatted: Type.String({ description: 'For a person' }),
    byRarity: Type.Array(CountedValue),
    byCategory: Type.Array(CountedValue),
  },
  {
    description: 'Values are in BRL cents; 0 while there is no item.',
    examples: [
      {
        count: 312,
        minValueCents: '18',
        maxValueCents: '912345',
        averageValueCents: '20417',
        averageValueFormatted: 'R$ 204,17',
        byRarity: [exampleCount],
        byCategory: [{ value: 'RIFLE', name: 'Rifle', count: 88 }],
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
    byRarity: countedValues(RARITIES, figures.byRarity),
    byCategory: countedValues(WEAPON_CATEGORIES, figures.byCategory),
  };
}

export const ExchangeRateView = Type.Object(
  {
    usdToBrl: Type.Number({ description: 'BRL for one USD' }),
    source: Type.String({ description: 'Who told it' }),
    isFallback: Type.Boolean({ description: 'True while no rate was ever obtained' }),
    updatedAt: Timestamp,
  },
  {
    examples: [
      {
        usdToBrl: 5.4321,
        source: 'economia.awesomeapi.com.br',
        isFallback: false,
        updatedAt: '2026-11-15T12:00:00.000Z',
      },
    ],
  },
);

export function exchangeRateView(rate: ExchangeRateRow): Static<typeof ExchangeRateView> {
  return { ...rate, usdToBrl: Number(rate.usdToBrl), updatedAt: rate.updatedAt.toISOString() };
}
