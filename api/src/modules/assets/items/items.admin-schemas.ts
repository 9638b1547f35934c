import { type Static, Type } from 'typebox';
import { listOf, pageQuery } from '../../../platform/lists.ts';
import { GivenReason, idOf, timeOf } from '../../../platform/schemas.ts';
import { rarityColorOf } from './items.rules.ts';
import {
  CategoryField,
  exampleItem,
  exampleMeta,
  itemFields,
  itemView,
  NullableExterior,
  RarityColorField,
  RarityField,
  SearchText,
} from './items.schemas.ts';
import type { Item, ItemDescription, ItemSync, OutsideItem } from './items.types.ts';

const nullableTime = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });
const Collection = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description: 'The collection that it belongs to; null where there is none',
});
const PICTURE = 'Address of a picture';
const COUNTS_KILLS = 'Whether it counts kills';

const exampleAdminItem = {
  ...exampleItem,
  collection: 'The Phoenix Collection',
  archivedAt: null,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-15T12:00:00.000Z',
};
const adminItemFields = {
  ...itemFields,
  collection: Collection,
  archivedAt: nullableTime('When it left the catalogue; null while it is there'),
  createdAt: timeOf('When it came into the catalogue'),
  updatedAt: timeOf('When it was last changed'),
};
export const AdminItemView = Type.Object(adminItemFields, {
  title: 'AdminItem',
  description: 'An item as administrators see it',
  examples: [exampleAdminItem],
});
export const AdminItemList = listOf(AdminItemView, {
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
  name: Name('Display name'),
  marketHashName: Name('The name on the marketplace, unique'),
  imageUrl: Type.String({
    maxLength: 1000,
    pattern: '^https?://',
    format: 'uri',
    'x-fault': 'must be an http or https address of at most 1000 characters',
    description: PICTURE,
  }),
  rarity: RarityField,
  weaponCategory: CategoryField,
  originalPriceCents: PriceText,
};
const exteriorField = Type.Optional(NullableExterior);
const optionalFields = {
  exterior: exteriorField,
  isStatTrak: Type.Optional(Type.Boolean({ description: COUNTS_KILLS })),
  collection: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      minLength: 1,
      maxLength: 200,
      description: 'The collection that it belongs to',
    }),
  ),
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
  {
    ...Type.Partial(Type.Object(describedFields)).properties,
    ...optionalFields,
    confirm: Type.Optional(
      Type.Boolean({ default: false, description: 'Also where the price is far from those of the last day' }),
    ),
    reason: GivenReason,
  },
  { examples: [{ originalPriceCents: '3150', reason: 'The item database lags behind' }] },
);

/** Only what the body names; other fields of a body are ignored. */
export function describedChange(body: Static<typeof ItemChange>): Partial<ItemDescription> {
  const { originalPriceCents, ...rest } = body;
  const fields = Object.keys(ItemChange.properties).filter((field) => field !== 'confirm' && field !== 'reason');
  const named = Object.fromEntries(Object.entries(rest).filter(([field]) => fields.includes(field)));
  return originalPriceCents === undefined ? named : { ...named, originalPriceCents: BigInt(originalPriceCents) };
}

export const ItemParams = Type.Object({ id: idOf('Id of the item') });
export const SyncParams = Type.Object({ id: idOf('Id of the sync') });

const SyncKindField = Type.Unsafe<ItemSync['kind']>({
  title: 'SyncKind',
  type: 'string',
  enum: ['ITEMS', 'PRICES'],
  description: 'All items with their prices, or the prices alone',
});
const exampleSync = {
  id: '1',
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
    id: idOf('Id of the sync'),
    kind: SyncKindField,
    status: Type.Unsafe<ItemSync['status']>({
      title: 'SyncStatus',
      type: 'string',
      enum: ['QUEUED', 'RUNNING', 'DONE', 'FAILED'],
      description: 'Status of the sync',
    }),
    processed: Type.Integer({ description: 'Entries done' }),
    total: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'Entries in all, once known' }),
    message: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'The outcome, or why it failed' }),
    requestedBy: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Null is the platform itself' }),
    createdAt: timeOf('When it was asked for'),
    finishedAt: nullableTime('When it ended; null while it has not'),
  },
  { title: 'ItemSync', description: 'An update of items or prices', examples: [exampleSync] },
);
export const SyncList = listOf(SyncView, {
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
const IntegratedItem = Type.Object(
  {
    ...adminItemFields,
    integration: Type.Object(
      {
        isInDatabase: Type.Unsafe<boolean | null>({
          type: ['boolean', 'null'],
          description: 'Whether the item database lists it; null where that cannot be reached',
        }),
        hasPrice: Type.Boolean({ description: 'Whether a marketplace price is known' }),
      },
      { description: 'The item as the item database has it' },
    ),
  },
  { title: 'IntegratedItem', description: 'An item of ours beside the item database' },
);
export const IntegratedItemList = listOf(IntegratedItem, {
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
  rarityColor: '#d32ce6',
  weaponCategory: 'RIFLE',
  exterior: 'FIELD_TESTED',
  isStatTrak: false,
  collection: 'The Phoenix Collection',
  inCatalogue: true,
};
const OutsideItemView = Type.Object(
  {
    id: Type.String({ description: "The item database's own id" }),
    name: Type.String({ description: 'Name in the item database' }),
    marketHashName: Type.String({ description: 'The name on the marketplace, unique' }),
    imageUrl: Type.String({ description: PICTURE }),
    rarity: RarityField,
    rarityColor: RarityColorField,
    weaponCategory: CategoryField,
    exterior: NullableExterior,
    isStatTrak: Type.Boolean({ description: COUNTS_KILLS }),
    collection: Collection,
    inCatalogue: Type.Boolean({ description: 'Whether our catalogue has it, archived or not' }),
  },
  { title: 'ItemDatabaseItem', description: 'An item as the item database lists it' },
);
export const OutsideItemList = listOf(OutsideItemView, {
  examples: [{ data: [exampleOutsideItem], meta: exampleMeta }],
});

export function outsideItemView(item: OutsideItem, known: ReadonlySet<string>): Static<typeof OutsideItemView> {
  return { ...item, rarityColor: rarityColorOf(item.rarity), inCatalogue: known.has(item.marketHashName) };
}

const OutsideCollectionView = Type.Object(
  {
    id: Type.String({ description: "The item database's own id" }),
    name: Type.String({ description: 'Name in the item database' }),
    imageUrl: Type.String({ description: PICTURE }),
  },
  { title: 'ItemDatabaseCollection', description: 'A collection as the item database lists it' },
);
const exampleCollection = { id: 'collection-phoenix', name: 'The Phoenix Collection', imageUrl: exampleItem.imageUrl };
export const OutsideCollectionList = listOf(OutsideCollectionView, {
  examples: [{ data: [exampleCollection], meta: exampleMeta }],
});

export const Message = Type.Object(
  { message: Type.String({ description: 'The outcome, for people to read' }) },
  {
    title: 'Message',
    description: 'That it was done',
    examples: [{ message: 'The copy of the item database was dropped' }],
  },
);
