import { Type } from 'typebox';
import { defineAdminError } from '../../../../platform/errors.ts';
import type { Id } from '../../../../platform/ids.ts';
import { listOf, pageQuery } from '../../../../platform/lists.ts';
import { flag, id, integer, oneOf, record, type Static, string, time } from '../../../../platform/record.ts';
import { idOf } from '../../../../platform/schemas.ts';
import {
  adminItemFields,
  CategoryField,
  Collection,
  ITEM_NAME,
  type Item,
  itemFields,
  itemView,
  NullableExterior,
  nullableTime,
  PICTURE,
  RarityColorField,
  RarityField,
  SearchText,
} from '../items.records.ts';
import { type OutsideItem, rarityColorOf } from '../items.rules.ts';

export const syncNotFound = defineAdminError('SYNC_NOT_FOUND', 404, 'Sync not found', 'No sync has this id.');
export const syncUnderWay = defineAdminError(
  'SYNC_UNDER_WAY',
  409,
  (id: Id<'item-sync'>) => `Sync ${id} is still under way`,
  'A sync of this kind is under way: follow that one.',
);
export const syncEndedByAnother = defineAdminError(
  'SYNC_ENDED',
  409,
  'Another process has ended the sync',
  'This is recorded for a sync and never answered: its process died and no other continued it.',
);
export const noItemDatabase = defineAdminError(
  'NO_ITEM_DATABASE',
  503,
  'No item database is configured',
  'The setting `ITEM_DATABASE_URL` is empty.',
);
export const itemDatabaseUnavailable = defineAdminError(
  'ITEM_DATABASE_UNAVAILABLE',
  503,
  'The item database does not answer, or its answer cannot be used',
  'The source of items did not answer, or its answer could not be used: try again later.',
  (cause: unknown) => ({ cause }),
);
export const SearchQuery = pageQuery({ search: Type.Optional(SearchText) });
export const SyncParams = Type.Object({ id: idOf('Id of the sync') });

const nullable = <Value>(type: string, description: string, example: Value | null) =>
  Type.Unsafe<Value | null>({ type: [type, 'null'], description, examples: [example] });

export const ItemSync = record('ItemSync', 'An update of items or prices', {
  id: id<'item-sync'>('Id of the sync'),
  kind: oneOf(['ITEMS', 'PRICES'], 'SyncKind', 'All items with their prices, or the prices alone'),
  status: oneOf(['QUEUED', 'RUNNING', 'DONE', 'FAILED'], 'SyncStatus', 'Status of the sync'),
  processed: integer('Entries done', 0),
  total: nullable<number>('integer', 'Entries in all, once known', null),
  message: nullable<string>('string', 'The outcome, or why it failed', null),
  requestedBy: nullable<Id<'user'>>('string', 'Null is the platform itself', '1' as Id<'user'>),
  createdAt: time('When it was asked for'),
  finishedAt: nullableTime('When it ended; null while it has not'),
});
export type ItemSync = Static<typeof ItemSync>;
export type SyncKind = ItemSync['kind'];
export const SyncList = listOf(ItemSync);

const integration = {
  isInDatabase: nullable<boolean>(
    'boolean',
    'Whether the item database lists it; null where that cannot be reached',
    true,
  ),
  hasPrice: flag('Whether a marketplace price is known', true),
};
export const IntegratedItemList = listOf(
  record('IntegratedItem', 'An item of ours beside the item database', {
    ...adminItemFields,
    integration: Type.Object(integration, {
      description: 'The item as the item database has it',
      examples: [{ isInDatabase: true, hasPrice: true }],
    }),
  }),
);

export const integratedItemView = (item: Item, listedNames: ReadonlySet<string> | null) => ({
  ...itemView(item),
  integration: {
    isInDatabase: listedNames?.has(item.marketHashName) ?? null,
    hasPrice: item.originalPriceCents > 0n,
  },
});

export const OutsideItemList = listOf(
  record('ItemDatabaseItem', 'An item as the item database lists it', {
    id: string("The item database's own id", 'skin-8b3a'),
    name: string('Name in the item database', ITEM_NAME),
    marketHashName: itemFields.marketHashName,
    imageUrl: string('Address of a picture', PICTURE),
    rarity: RarityField,
    rarityColor: RarityColorField,
    weaponCategory: CategoryField,
    exterior: NullableExterior,
    isStatTrak: itemFields.isStatTrak,
    collection: Collection,
    inCatalogue: flag('Whether our catalogue has it, archived or not', true),
  }),
);

export const outsideItemView = (item: OutsideItem, known: ReadonlySet<string>) => ({
  ...item,
  rarityColor: rarityColorOf(item.rarity),
  inCatalogue: known.has(item.marketHashName),
});

export const OutsideCollectionList = listOf(
  record('ItemDatabaseCollection', 'A collection as the item database lists it', {
    id: string("The item database's own id", 'collection-phoenix'),
    name: string('Name in the item database', 'The Phoenix Collection'),
    imageUrl: string('Address of a picture', PICTURE),
  }),
);

/** Other modules have the same schema. */
export const Message = Type.Object(
  { message: Type.String({ description: 'The outcome, for people to read' }) },
  {
    title: 'Message',
    description: 'That it was done',
    examples: [{ message: 'The copy of the item database was dropped' }],
  },
);
