import { earlyCaseSkins } from './early-case-skins.ts';
import {
  type Category,
  categoryOf,
  type Exterior,
  exteriorsBetween,
  RARITY_COLORS,
  type Rarity,
  type Weapon,
} from './grades.ts';
import { lateCaseSkins } from './late-case-skins.ts';
import { mapSkins } from './map-skins.ts';
import { agentCollections, type PlainRow, stickerCollections } from './other-data.ts';
import { priceOfVariant } from './prices.ts';
import type { SkinCollection, SkinRow } from './skin-rows.ts';

export interface Collection {
  id: string;
  name: string;
}

export interface Item {
  id: string;
  name: string;
  design: string;
  category: Category;
  rarity: Rarity;
  cents: number;
  collection: Collection;
  statTrak: boolean;
  weapon?: Weapon;
  exterior?: Exterior;
}

const STATTRAK_RARITIES: Rarity[] = ['Classified', 'Covert'];
const SOUGHT_RARITIES: Rarity[] = ['Covert', 'Contraband', 'Extraordinary'];

const entries: { collection: Collection; items: Item[] }[] = [
  ...[...earlyCaseSkins, ...lateCaseSkins, ...mapSkins].map((source) => {
    const collection = collectionNamed(source.name);
    const items = source.skins.flatMap((row) => skinItems(row, source, collection));
    return { collection, items: [...containerItems(source, collection), ...items] };
  }),
  ...stickerCollections.map(({ name, rows }) => plainEntry('Stickers', name, rows)),
  ...agentCollections.map(({ name, rows }) => plainEntry('Agents', name, rows)),
];

export const collections: Collection[] = entries.map(({ collection }) => collection);
export const items: Item[] = entries.flatMap((entry) => entry.items);

export function colorOf(item: Item): string {
  return RARITY_COLORS[item.rarity];
}

function skinItems([weapon, finish, rarity, cents, range]: SkinRow, source: SkinCollection, collection: Collection) {
  const category = categoryOf(weapon);
  const star = category === 'Knives' || category === 'Gloves' ? '★ ' : '';
  const common = { weapon, category, rarity, collection };
  if (finish === null) {
    const name = `${star}${weapon}`;
    return [{ ...common, id: slug(name), name, design: name, cents, statTrak: false }];
  }

  const design = `${star}${weapon} | ${finish}`;
  const exteriors = exteriorsBetween(range ?? 'FN-BS');
  const baseExterior = nearestToFieldTested(exteriors);
  const variant = (exterior: Exterior, statTrak: boolean): Item => {
    const name = `${star}${statTrak ? 'StatTrak™ ' : ''}${weapon} | ${finish} (${exterior.name})`;
    const price = priceOfVariant(cents, { marketHashName: name, category, statTrak, exterior, baseExterior });
    return { ...common, id: slug(name), name, design, cents: price, statTrak, exterior };
  };
  // Popular items are listed in every exterior, the rest in two, so that the list loads quickly.
  const listed = SOUGHT_RARITIES.includes(rarity)
    ? exteriors
    : exteriors.filter((exterior, index) => index === 0 || exterior === baseExterior);
  const hasStatTrak = source.container && category !== 'Gloves' && STATTRAK_RARITIES.includes(rarity);
  return [
    ...listed.map((exterior) => variant(exterior, false)),
    // One exterior is enough to have StatTrak™ in the catalogue without doubling the list.
    ...(hasStatTrak ? [variant(baseExterior, true)] : []),
  ];
}

function nearestToFieldTested(exteriors: Exterior[]): Exterior {
  const nearest = exteriors.find(({ code }) => code === 'FT') ?? exteriors.at(-1);
  if (!nearest) throw new Error('A painted skin has at least one exterior.');
  return nearest;
}

function containerItems({ container }: SkinCollection, collection: Collection): Item[] {
  if (!container) return [];
  const [name, cents] = container;
  return [plainItem('Cases', name, 'Base Grade', cents, collection)];
}

function plainEntry(category: 'Stickers' | 'Agents', collectionName: string, rows: PlainRow[]) {
  const collection = collectionNamed(collectionName);
  const prefix = category === 'Stickers' ? 'Sticker | ' : '';
  const items = rows.map(([name, rarity, cents]) => plainItem(category, `${prefix}${name}`, rarity, cents, collection));
  return { collection, items };
}

function plainItem(category: Category, name: string, rarity: Rarity, cents: number, collection: Collection): Item {
  return { id: slug(name), name, design: name, category, rarity, cents, collection, statTrak: false };
}

function collectionNamed(name: string): Collection {
  return { id: `collection-${slug(name.replace(/^The | Collection$/g, ''))}`, name };
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('♥', ' ')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
