import { type Static, Type } from 'typebox';
import { IdText, listOf, pageQuery, Timestamp } from '../../../platform/schemas.ts';
import {
  CategoryField,
  exampleItem,
  exampleMeta,
  itemFields,
  itemView,
  NullableExterior,
  RarityField,
  SearchText,
} from './items.schemas.ts';
import type { Item, ItemDescription, ItemSync, OutsideItem } from './items.types.ts';

const NullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] });
const NullableTimestamp = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' });

const exampleAdminItem = {
  ...exampleItem,
  collection: 'The Phoenix Collection',
  archivedAt: null,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-15T12:00:00.000Z',
};
const adminItemFields = {
  ...itemFields,
  collection: NullableText,
  archivedAt: NullableTimestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp,
};
export const AdminItemView = Type.Object(adminItemFields, { examples: [exampleAdminItem] });
export const AdminItemList = Type.Object(listOf(AdminItemView).properties, {
  examples: [{ data: [exampleAdminItem], meta: exampleMeta }],
});

export function adminItemView(item: Item): Static<typeof AdminItemView> {
  return {
    ...itemView(item),
    collection: item.collection,
    archivedAt: item.archivedAt?.toISOString() ?? null,
    createdAt: item.createdAt.toISOString(),
    updatedAt: item.updatedAt.toISOString(),
  };
}

export const AdminItemsQuery = pageQuery({
  search: Type.Optional(SearchText),
  isArchived: Type.Optional(Type.Boolean({ description: 'Only archived items, or only others; both when left out' })),
});
export const SearchQuery = pageQuery({ search: Type.Optional(SearchText) });

const Name = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });
const PriceText = Type.String({
  pattern: '^(0|[1-9][0-9]{0,11})$',
  'x-fault': 'must be whole cents in a string, at most 12 digits',
  description: 'USD cents, as the marketplace asks',
  examples: ['3000'],
});
const describedFields = {
  name: Name('For people'),
  marketHashName: Name('The name on the marketplace, unique'),
  imageUrl: Type.String({
    maxLength: 1000,
    pattern: '^https?://',
    format: 'uri',
    'x-fault': 'must be an http or https address of at most 1000 characters',
  }),
  rarity: RarityField,
  weaponCategory: CategoryField,
  originalPriceCents: PriceText,
};
const exteriorField = Type.Optional(NullableExterior);
const optionalFields = {
  exterior: exteriorField,
  isStatTrak: Type.Optional(Type.Boolean()),
  collection: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], minLength: 1, maxLength: 200 })),
  marginPercent: Type.Optional(Type.Number({ minimum: 0, maximum: 1000, description: 'Informational' })),
};

export const NewItem = Type.Object(
  { ...describedFields, ...optionalFields },
  {
    examples: [
      {
        name: exampleItem.name,
        marketHashName: exampleItem.marketHashName,
        imageUrl: exampleItem.imageUrl,
        rarity: 'CLASSIFIED',
        weaponCategory: 'RIFLE',
        exterior: 'FIELD_TESTED',
        isStatTrak: false,
        collection: 'The Phoenix Collection',
        originalPriceCents: '3000',
      },
    ],
  },
);

export function describedItem(body: Static<typeof NewItem>): ItemDescription {
  return {
    name: body.name,
    marketHashName: body.marketHashName,
    imageUrl: body.imageUrl,
    rarity: body.rarity,
    weaponCategory: body.weaponCategory,
    exterior: body.exterior ?? null,
    isStatTrak: body.isStatTrak ?? false,
    collection: body.collection ?? null,
    originalPriceCents: BigInt(body.originalPriceCents),
    marginPercent: body.marginPercent ?? 20,
  };
}

export const ItemChange = Type.Object(
  { ...Type.Partial(Type.Object(describedFields)).properties, ...optionalFields },
  { examples: [{ originalPriceCents: '3150' }] },
);

/** Only what the body names; other fields of a body are ignored. */
export function describedChange(body: Static<typeof ItemChange>): Partial<ItemDescription> {
  const { originalPriceCents, ...rest } = body;
  const fields = Object.keys(ItemChange.properties);
  const named = Object.fromEntries(Object.entries(rest).filter(([field]) => fields.includes(field)));
  return originalPriceCents === undefined ? named : { ...named, originalPriceCents: BigInt(originalPriceCents) };
}

export const IdParams = Type.Object({ id: IdText });

const SyncKindField = Type.Unsafe<ItemSync['kind']>({
  type: 'string',
  enum: ['ITEMS', 'PRICES'],
  description: 'All items with their prices, or the prices alone',
});
const exampleSync = {
  id: '7',
  kind: 'ITEMS',
  status: 'RUNNING',
  processed: 3000,
  total: 12_450,
  message: null,
  requestedBy: '1',
  createdAt: '2026-11-15T12:00:00.000Z',
  finishedAt: null,
};
export const SyncView = Type.Object(
  {
    id: IdText,
    kind: SyncKindField,
    status: Type.Unsafe<ItemSync['status']>({ type: 'string', enum: ['QUEUED', 'RUNNING', 'DONE', 'FAILED'] }),
    processed: Type.Integer({ description: 'Entries done' }),
    total: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'Entries in all, once known' }),
    message: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'The outcome, or why it failed' }),
    requestedBy: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Null is the platform itself' }),
    createdAt: Timestamp,
    finishedAt: NullableTimestamp,
  },
  { examples: [exampleSync] },
);
export const SyncList = Type.Object(listOf(SyncView).properties, {
  examples: [{ data: [exampleSync], meta: exampleMeta }],
});

export function syncView(sync: ItemSync): Static<typeof SyncView> {
  return {
    ...sync,
    createdAt: sync.createdAt.toISOString(),
    finishedAt: sync.finishedAt?.toISOString() ?? null,
  };
}

const exampleIntegration = { isInDatabase: true, hasPrice: true };
const IntegratedItem = Type.Object({
  ...adminItemFields,
  integration: Type.Object({
    isInDatabase: Type.Unsafe<boolean | null>({
      type: ['boolean', 'null'],
      description: 'Whether the item database lists it; null where that cannot be reached',
    }),
    hasPrice: Type.Boolean({ description: 'Whether a marketplace price is known' }),
  }),
});
export const IntegratedItemList = Type.Object(listOf(IntegratedItem).properties, {
  examples: [{ data: [{ ...exampleAdminItem, integration: exampleIntegration }], meta: exampleMeta }],
});

export function integratedItemView(item: Item, listedNames: ReadonlySet<string> | null): Static<typeof IntegratedItem> {
  return {
    ...adminItemView(item),
    integration: {
      isInDatabase: listedNames?.has(item.marketHashName) ?? null,
      hasPrice: item.originalPriceCents > 0n,
    },
  };
}

const exampleOutsideItem = {
  id: 'skin-8b3a',
  name: exampleItem.name,
  marketHashName: exampleItem.marketHashName,
  imageUrl: exampleItem.imageUrl,
  rarity: 'CLASSIFIED',
  weaponCategory: 'RIFLE',
  exterior: 'FIELD_TESTED',
  isStatTrak: false,
  collection: 'The Phoenix Collection',
  inCatalogue: true,
};
const OutsideItemView = Type.Object({
  id: Type.String({ description: "The item database's own id" }),
  name: Type.String(),
  marketHashName: Type.String(),
  imageUrl: Type.String(),
  rarity: RarityField,
  weaponCategory: CategoryField,
  exterior: NullableExterior,
  isStatTrak: Type.Boolean(),
  collection: NullableText,
  inCatalogue: Type.Boolean({ description: 'Whether our catalogue has it, archived or not' }),
});
export const OutsideItemList = Type.Object(listOf(OutsideItemView).properties, {
  examples: [{ data: [exampleOutsideItem], meta: exampleMeta }],
});

export function outsideItemView(item: OutsideItem, known: ReadonlySet<string>): Static<typeof OutsideItemView> {
  return { ...item, inCatalogue: known.has(item.marketHashName) };
}

const OutsideCollectionView = Type.Object({ id: Type.String(), name: Type.String(), imageUrl: Type.String() });
const exampleCollection = { id: 'collection-phoenix', name: 'The Phoenix Collection', imageUrl: exampleItem.imageUrl };
export const OutsideCollectionList = Type.Object(listOf(OutsideCollectionView).properties, {
  examples: [{ data: [exampleCollection], meta: exampleMeta }],
});

export const Message = Type.Object(
  { message: Type.String() },
  { examples: [{ message: 'The copy of the item database was dropped' }] },
);
