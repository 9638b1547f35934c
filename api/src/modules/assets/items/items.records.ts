import { type Static, Type } from 'typebox';
import { type ConstraintErrors, defineAdminError, defineError } from '../../../platform/errors.ts';
import { listOf, pageQuery } from '../../../platform/lists.ts';
import { type Cents, formatBrl, givenCents } from '../../../platform/money.ts';
import {
  cents,
  flag,
  id,
  integer,
  listOf as listField,
  number,
  oneOf,
  record,
  string,
  time,
} from '../../../platform/record.ts';
import {
  EXTERIORS,
  type Exterior,
  type ItemFilter,
  RARITIES,
  type Rarity,
  rarityColorOf,
  WEAPON_CATEGORIES,
  type WeaponCategory,
} from './items.rules.ts';

export const itemNotFound = defineError(
  'ITEM_NOT_FOUND',
  404,
  'Item não encontrado.',
  'The catalogue has no such item.',
);
const marketHashNameTaken = defineAdminError(
  'MARKET_HASH_NAME_TAKEN',
  409,
  'An item with this marketHashName exists already',
  'Names on the marketplace are unique in the catalogue.',
);

export const itemsConstraintErrors: ConstraintErrors = { items_market_hash_name_key: marketHashNameTaken };

/** Tells the present and the new worth, in BRL. */
export const ownedWorth = ({ ownedFromCents, ownedToCents }: { ownedFromCents: Cents; ownedToCents: Cents }) => ({
  errors: [
    {
      field: 'inventory',
      message: `The items of all users are worth ${formatBrl(ownedFromCents)} and would be worth ${formatBrl(ownedToCents)}`,
    },
  ],
});

const keysOf = <Key extends string>(names: Readonly<Record<Key, string>>) => Object.keys(names) as Key[];

export const RarityField = {
  ...oneOf(keysOf<Rarity>(RARITIES), 'Rarity', 'The grade of the item'),
  examples: ['CLASSIFIED'],
};
export const RarityColorField = Type.String({
  title: 'RarityColor',
  description: 'The colour of its grade, as the game shows it: # and six hex digits',
  pattern: '^#[0-9a-f]{6}$',
  examples: ['#d32ce6'],
});
export const CategoryField = {
  ...oneOf(keysOf<WeaponCategory>(WEAPON_CATEGORIES), 'WeaponCategory', 'Kind of the item'),
  examples: ['RIFLE'],
};
export const ExteriorField = {
  ...oneOf(keysOf<Exterior>(EXTERIORS), 'Exterior', 'How worn it is'),
  examples: ['FIELD_TESTED'],
};
export const NullableExterior = Type.Unsafe<Exterior | null>({
  title: 'NullableExterior',
  type: ['string', 'null'],
  enum: [...Object.keys(EXTERIORS), null],
  description: 'How worn it is; null where that does not apply',
  examples: ['FIELD_TESTED'],
});
export const PICTURE = 'https://items.example/ak-47-redline.png';
export const ITEM_NAME = 'AK-47 | Redline (Field-Tested)';

export const itemFields = {
  id: id<'item'>('Id of the item in the catalogue'),
  name: string('Display name', ITEM_NAME),
  marketHashName: string('The name on the marketplace, unique', ITEM_NAME),
  imageUrl: string('Empty where there is no picture', PICTURE),
  rarity: RarityField,
  rarityColor: RarityColorField,
  valueCents: cents('USD cents, with the house margin', '3600'),
  valueCentsBrl: cents('Worth of the item on the platform, in BRL cents', '19556'),
  valueFormatted: string('The value in BRL, for a person', 'R$ 195,56'),
  originalPriceCents: cents('USD cents, as the marketplace asks', '3000'),
  marginPercent: number('Informational', 20),
  weaponCategory: CategoryField,
  exterior: NullableExterior,
  isStatTrak: flag('Whether it counts kills', false),
};
export const ItemList = listOf(record('Item', 'An item of the catalogue', itemFields));

export const Collection = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description: 'The collection that it belongs to; null where there is none',
  examples: ['The Phoenix Collection'],
});
export const nullableTime = (description: string) =>
  Type.Unsafe<Date | null>({ type: ['string', 'null'], format: 'date-time', description, examples: [null] });
export const adminItemFields = {
  ...itemFields,
  collection: Collection,
  archivedAt: nullableTime('When it left the catalogue; null while it is there'),
  createdAt: time('When it came into the catalogue', '2026-11-01T12:00:00.000Z'),
  updatedAt: time('When it was last changed'),
};
const { rarityColor: _, valueFormatted: __, ...stored } = adminItemFields;
export const StoredItem = Type.Object(stored);
export type Item = Static<typeof StoredItem>;

/** The prices follow from the original price. */
export type ItemDescription = Pick<
  Item,
  | 'name'
  | 'marketHashName'
  | 'imageUrl'
  | 'rarity'
  | 'weaponCategory'
  | 'exterior'
  | 'isStatTrak'
  | 'collection'
  | 'originalPriceCents'
  | 'marginPercent'
>;

export const itemView = (item: Item) => ({
  ...item,
  rarityColor: rarityColorOf(item.rarity),
  valueFormatted: formatBrl(item.valueCentsBrl),
});

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

export const searchOf = (search: string | undefined) => search || null;

export function publicFilter(query: Static<typeof ItemsQuery>): ItemFilter {
  const { minValueCents, maxValueCents } = query;
  return {
    ...ANY_ITEM,
    rarity: query.rarity ?? null,
    weaponCategory: query.weaponCategory ?? null,
    exterior: query.exterior ?? null,
    isStatTrak: query.isStatTrak ?? null,
    minValueCentsBrl: givenCents(minValueCents) ?? null,
    maxValueCentsBrl: givenCents(maxValueCents) ?? null,
    search: searchOf(query.search),
    isArchived: false,
  };
}

const countedFields = {
  value: string('Value for filters', 'RIFLE'),
  name: string('Name for people', 'Rifle'),
  count: integer('Items of it', 88),
};
const CountedValue = record('CountedValue', 'A value that items have, and how many have it', countedFields);
const CountedRarity = record('CountedRarity', 'A grade, its colour, and how many items have it', {
  value: string('Value for filters', 'CLASSIFIED'),
  name: string('Name for people', 'Classified'),
  count: integer('Items of it', 31),
  color: RarityColorField,
});
export const CountedValues = listOf(CountedValue);
export const CountedRarities = listOf(CountedRarity);

/** Values that no item has are listed, too. */
export const countedValues = (names: Readonly<Record<string, string>>, counts: ReadonlyMap<string, number>) =>
  Object.entries(names).map(([value, name]) => ({ value, name, count: counts.get(value) ?? 0 }));

export const countedRarities = (counts: ReadonlyMap<string, number>) =>
  countedValues(RARITIES, counts).map((counted) => ({ ...counted, color: rarityColorOf(counted.value) }));

const figureFields = {
  count: integer('Items in all', 312),
  minValueCents: cents('The value of the cheapest', '18'),
  maxValueCents: cents('The value of the dearest', '912345'),
  averageValueCents: cents('The value of all by their number', '20417'),
};
export type ItemFigures = { [Name in keyof typeof figureFields]: Static<(typeof figureFields)[Name]> } & {
  byRarity: ReadonlyMap<string, number>;
  byCategory: ReadonlyMap<string, number>;
};
export const ItemStats = record('ItemStats', 'Values are in BRL cents; 0 while there is no item.', {
  ...figureFields,
  averageValueFormatted: string('The average, for a person', 'R$ 204,17'),
  byRarity: listField(CountedRarity, 'How many there are of each grade'),
  byCategory: listField(CountedValue, 'How many there are of each kind'),
});
export const statsView = (figures: ItemFigures): Static<typeof ItemStats> => ({
  ...figures,
  averageValueFormatted: formatBrl(figures.averageValueCents),
  byRarity: countedRarities(figures.byRarity),
  byCategory: countedValues(WEAPON_CATEGORIES, figures.byCategory),
});
