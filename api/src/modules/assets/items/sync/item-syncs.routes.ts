import type { FastifyRequest } from 'fastify';
import type { Db } from '../../../../platform/database/db.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { listView, pageOf, pageOfAll, pageQuery } from '../../../../platform/lists.ts';
import { ANY_ITEM, CountedValues, countedValues, searchOf } from '../items.records.ts';
import { WEAPON_CATEGORIES } from '../items.rules.ts';
import { findKnownNames, listItems, readFigures } from '../items.sql.ts';
import type { ItemDatabase } from './item-database.ts';
import {
  IntegratedItemList,
  ItemSync,
  integratedItemView,
  Message,
  OutsideCollectionList,
  OutsideItemList,
  outsideItemView,
  SearchQuery,
  type SyncKind,
  SyncList,
  SyncParams,
  syncNotFound,
} from './item-syncs.records.ts';
import { findSync, listSyncs } from './item-syncs.sql.ts';
import { requestSync } from './run-sync.ts';

interface IntegrationDeps {
  db: Db;
  itemDatabase: ItemDatabase;
  clearItemDatabase(): Promise<void>;
}

export function itemIntegrationRoutes(routes: Routes, deps: IntegrationDeps): void {
  syncRequestRoutes(routes, deps);
  syncProgressRoutes(routes, deps);
  catalogueRoutes(routes, deps);
  itemDatabaseRoutes(routes, deps);
  itemDatabaseCopyRoute(routes, deps);
}

function syncRequestRoutes(routes: Routes, deps: IntegrationDeps): void {
  const request = (kind: SyncKind, call: FastifyRequest) =>
    requestSync(deps, { kind, actorId: callerOf(call).userId, ip: call.ip });
  const queued =
    'Queues the work and answers its record; `GET /admin/items/syncs/{id}` shows its progress. While one of the same ' +
    'kind is under way the answer is 409 with its id. Prices that jump by more than `maxPriceStepPercent` are held ' +
    'back.';

  routes.post(
    '/items/sync',
    {
      schema: {
        operationId: 'syncItemPrices',
        summary: 'Update the prices of all items',
        description: `Does the same as \`POST /admin/items/update-prices\`. ${queued}`,
        response: { 200: ItemSync, ...errorAnswers(409) },
      },
    },
    async (call) => request('PRICES', call),
  );

  routes.post(
    '/admin/items/update-prices',
    {
      schema: {
        operationId: 'updateItemPrices',
        summary: 'Update the prices of all items',
        description: `Takes the prices of the items in the catalogue from the item database. ${queued}`,
        response: { 200: ItemSync, ...errorAnswers(409) },
      },
    },
    async (call) => request('PRICES', call),
  );

  routes.post(
    '/admin/items/sync-steam-database',
    {
      schema: {
        operationId: 'syncItemDatabase',
        summary: 'Copy all items of the item database',
        description:
          'Adds the items that the catalogue lacks and makes the others equal to the item database, prices included. ' +
          `Archived items stay archived. ${queued}`,
        response: { 200: ItemSync, ...errorAnswers(409) },
      },
    },
    async (call) => request('ITEMS', call),
  );
}

function syncProgressRoutes(routes: Routes, { db }: IntegrationDeps): void {
  routes.get(
    '/admin/items/syncs',
    {
      schema: {
        operationId: 'listItemSyncs',
        summary: 'List syncs',
        description: 'Lists every update of items or prices that was requested, newest first.',
        querystring: pageQuery({}),
        response: { 200: SyncList },
      },
    },
    async ({ query }) => {
      const page = pageOf(query);
      const { syncs, total } = await listSyncs(db, page);
      return listView(syncs, page, total);
    },
  );

  routes.get(
    '/admin/items/syncs/:id',
    {
      schema: {
        operationId: 'getItemSync',
        summary: 'Read the progress of a sync',
        description:
          'Answers one update of items or prices: how many entries are done, and its outcome once it has ended.',
        params: SyncParams,
        response: { 200: ItemSync, ...errorAnswers(404) },
      },
    },
    async ({ params }) => {
      const sync = await findSync(db, toId(params.id));
      if (sync === null) throw syncNotFound();
      return sync;
    },
  );
}

function catalogueRoutes(routes: Routes, { db, itemDatabase }: IntegrationDeps): void {
  routes.get(
    '/admin/items/items',
    {
      schema: {
        operationId: 'listIntegratedItems',
        summary: 'Compare our items with the item database',
        description:
          'Lists the items of the catalogue by name, and says of each whether the item database lists it and whether ' +
          'it has a price.',
        querystring: SearchQuery,
        response: { 200: IntegratedItemList },
      },
    },
    async ({ query }) => {
      const page = pageOf(query);
      const filter = { ...ANY_ITEM, search: searchOf(query.search) };
      const [{ items, total }, listed] = await Promise.all([
        listItems(db, filter, { sortBy: 'name', sortOrder: 'asc' }, page),
        // Our own items do not depend on it.
        itemDatabase.items().catch(() => null),
      ]);
      const names = listed && new Set(listed.entries.map(({ marketHashName }) => marketHashName));
      return listView(
        items.map((item) => integratedItemView(item, names)),
        page,
        total,
      );
    },
  );

  routes.get(
    '/admin/items/weapon-categories',
    {
      schema: {
        operationId: 'listAdminWeaponCategories',
        summary: 'List weapon categories',
        description: 'Lists every weapon category with its name and number of items.',
        querystring: pageQuery({}),
        response: { 200: CountedValues },
      },
    },
    async ({ query }) => pageOfAll(countedValues(WEAPON_CATEGORIES, (await readFigures(db)).byCategory), pageOf(query)),
  );
}

function itemDatabaseRoutes(routes: Routes, { db, itemDatabase }: IntegrationDeps): void {
  const isFound = (search: string | undefined, name: string) =>
    !search || name.toLowerCase().includes(search.toLowerCase());

  routes.get(
    '/admin/items/steam-database/items',
    {
      schema: {
        operationId: 'listItemDatabaseItems',
        summary: 'List items of the item database',
        description:
          'Lists items of the item database, from a copy of at most ten minutes, and says whether our catalogue has ' +
          'them.',
        querystring: SearchQuery,
        response: { 200: OutsideItemList },
      },
    },
    async ({ query }) => {
      const { entries } = await itemDatabase.items();
      const found = pageOfAll(
        entries.filter(({ name }) => isFound(query.search, name)),
        pageOf(query),
      );
      const known = await findKnownNames(
        db,
        found.data.map(({ marketHashName }) => marketHashName),
      );
      return { ...found, data: found.data.map((item) => outsideItemView(item, known)) };
    },
  );

  routes.get(
    '/admin/items/steam-database/collections',
    {
      schema: {
        operationId: 'listItemDatabaseCollections',
        summary: 'List collections of the item database',
        description: 'Lists collections of the item database, from a copy of at most ten minutes.',
        querystring: SearchQuery,
        response: { 200: OutsideCollectionList },
      },
    },
    async ({ query }) => {
      const { entries } = await itemDatabase.collections();
      return pageOfAll(
        entries.filter(({ name }) => isFound(query.search, name)),
        pageOf(query),
      );
    },
  );
}

function itemDatabaseCopyRoute(routes: Routes, { clearItemDatabase }: IntegrationDeps): void {
  routes.post(
    '/admin/items/steam-database/clear-cache',
    {
      schema: {
        operationId: 'clearItemDatabaseCache',
        summary: 'Clear the cache of the item database',
        description: 'Every process drops its copy; the next read asks the item database again.',
        response: { 200: Message },
      },
    },
    async () => {
      await clearItemDatabase();
      return { message: 'The copy of the item database was dropped' };
    },
  );
}
