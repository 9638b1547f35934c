import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/db.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { listView, pageOf, pageOfAll, pageQuery } from '../../../../platform/lists.ts';
import { ReasonBody } from '../../../../platform/schemas.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import {
  ANY_ITEM,
  CountedRarities,
  CountedValues,
  countedRarities,
  countedValues,
  ItemList,
  ItemStats,
  ItemsQuery,
  itemNotFound,
  itemView,
  publicFilter,
  searchOf,
  statsView,
} from '../items.records.ts';
import { type ServedRate, WEAPON_CATEGORIES } from '../items.rules.ts';
import { findItem, listItems, readFigures } from '../items.sql.ts';
import { ExchangeRateView, exchangeRateView } from '../rate/exchange-rate.records.ts';
import {
  AdminItemList,
  AdminItemsQuery,
  AdminItemView,
  describedChange,
  describedItem,
  ItemChange,
  ItemParams,
  NewItem,
} from './catalogue.records.ts';
import { archiveItem, createItem, updateItem } from './edit-items.ts';

const CHEAP_VALUE_CENTS = 50n;

interface PublicDeps {
  db: Db;
  clock: Clock;
  currentRate(): Promise<ServedRate>;
}

export function itemsPublicRoutes(routes: Routes, deps: PublicDeps): void {
  itemListRoutes(routes, deps);
  itemFigureRoutes(routes, deps);
  exchangeRateRoute(routes, deps);
}

function itemListRoutes(routes: Routes, { db }: PublicDeps): void {
  routes.get(
    '/items',
    {
      schema: {
        operationId: 'listItems',
        summary: 'List the catalogue of items',
        description:
          'Lists items with their present values, filtered and sorted. Bounds of value are in BRL cents. The search ' +
          'finds any part of a name; every character stands for itself.',
        querystring: ItemsQuery,
        response: { 200: ItemList },
      },
    },
    async ({ query }) => {
      const page = pageOf(query);
      const { sortBy = 'name', sortOrder = 'asc' } = query;
      const { items, total } = await listItems(db, publicFilter(query), { sortBy, sortOrder }, page);
      return listView(items.map(itemView), page, total);
    },
  );

  routes.get(
    '/items/cheap',
    {
      schema: {
        operationId: 'listCheapItems',
        summary: 'List items up to 0.50 USD',
        description: 'Lists items whose value is at most 0.50 USD, the cheapest first.',
        querystring: pageQuery({}),
        response: { 200: ItemList },
      },
    },
    async ({ query }) => {
      const page = pageOf(query);
      const cheap = { ...ANY_ITEM, maxValueCents: CHEAP_VALUE_CENTS, isArchived: false };
      const { items, total } = await listItems(db, cheap, { sortBy: 'value', sortOrder: 'asc' }, page);
      return listView(items.map(itemView), page, total);
    },
  );
}

function itemFigureRoutes(routes: Routes, { db }: PublicDeps): void {
  routes.get(
    '/items/categories',
    {
      schema: {
        operationId: 'listItemCategories',
        summary: 'List weapon categories',
        description: 'Lists every weapon category with its name and number of items.',
        querystring: pageQuery({}),
        response: { 200: CountedValues },
      },
    },
    async ({ query }) => pageOfAll(countedValues(WEAPON_CATEGORIES, (await readFigures(db)).byCategory), pageOf(query)),
  );

  routes.get(
    '/items/rarities',
    {
      schema: {
        operationId: 'listItemRarities',
        summary: 'List rarities',
        description: 'Lists every rarity with its name, its colour and number of items.',
        querystring: pageQuery({}),
        response: { 200: CountedRarities },
      },
    },
    async ({ query }) => pageOfAll(countedRarities((await readFigures(db)).byRarity), pageOf(query)),
  );

  routes.get(
    '/items/stats',
    {
      schema: {
        operationId: 'getItemStats',
        summary: 'Read figures of the catalogue',
        description:
          'Answers the number of items, by rarity and category, and their lowest, highest and average value.',
        response: { 200: ItemStats },
      },
    },
    async () => statsView(await readFigures(db)),
  );
}

function exchangeRateRoute(routes: Routes, { clock, currentRate }: PublicDeps): void {
  routes.get(
    '/items/exchange-rate',
    {
      schema: {
        operationId: 'getExchangeRate',
        summary: 'Read the exchange rate in force',
        description:
          'Values in BRL are computed with this rate. It is never older than ten minutes while its source answers. ' +
          'If the source is silent, or its rate is too far from the last one to be believed at once, the last rate ' +
          'is kept for `rateKeepHours` and says `isStale`; after that, and before the first rate is known, the rate ' +
          'is 5 and says `isFallback`.',
        response: { 200: ExchangeRateView },
      },
    },
    async () => exchangeRateView(await currentRate(), clock.now()),
  );
}

interface ItemDeps {
  db: Db;
  clock: Clock;
  settings: Settings;
}

export function itemsAdminRoutes(routes: Routes, deps: ItemDeps): void {
  itemReadingRoutes(routes, deps);
  itemEditingRoutes(routes, deps);
  itemArchivingRoute(routes, deps);
}

function itemReadingRoutes(routes: Routes, { db }: ItemDeps): void {
  routes.get(
    '/admin/items',
    {
      schema: {
        operationId: 'listAdminItems',
        summary: 'List all items, archived ones included',
        description: 'Lists the catalogue as administrators see it, newest first.',
        querystring: AdminItemsQuery,
        response: { 200: AdminItemList },
      },
    },
    async ({ query }) => {
      const page = pageOf(query);
      const filter = { ...ANY_ITEM, search: searchOf(query.search), isArchived: query.isArchived ?? null };
      const { items, total } = await listItems(db, filter, { sortBy: 'createdAt', sortOrder: 'desc' }, page);
      return listView(items.map(itemView), page, total);
    },
  );

  routes.get(
    '/admin/items/:id',
    {
      schema: {
        operationId: 'getAdminItem',
        summary: 'Read an item',
        description: 'Answers an item of the catalogue, archived or not.',
        params: ItemParams,
        response: { 200: AdminItemView, ...errorAnswers(404) },
      },
    },
    async ({ params }) => {
      const item = await findItem(db, toId(params.id));
      if (item === null) throw itemNotFound();
      return itemView(item);
    },
  );
}

function itemEditingRoutes(routes: Routes, deps: ItemDeps): void {
  routes.post(
    '/admin/items',
    {
      schema: {
        operationId: 'createItem',
        summary: 'Add an item',
        description:
          'Puts an item in the catalogue. Its two values follow from the original price, the margin and the rate. ' +
          'Answers 409 if another item, archived or not, has the marketHashName.',
        body: NewItem,
        response: { 201: AdminItemView, ...errorAnswers(409) },
      },
    },
    async (request, reply) => {
      const item = describedItem(request.body);
      const created = await createItem(deps, { item, actorId: callerOf(request).userId, ip: request.ip });
      return reply.code(201).send(itemView(created));
    },
  );

  routes.patch(
    '/admin/items/:id',
    {
      schema: {
        operationId: 'updateItem',
        summary: 'Change an item',
        description:
          'Changes the fields that the body names. A new original price reprices the item; the next update of prices ' +
          'from the item database may replace it again, by a higher one only while the item has no owner. If the ' +
          'price is further from the prices of the last day than `maxPriceStepPercent` and ' +
          '`maxDailyPriceStepPercent` allow, the answer is 409, with the worth of the item in the hands of users and ' +
          'the cases that give it, unless `confirm` is true, which needs a fresh second factor. If a price moves the ' +
          "worth of users' items by more than `twoPersonCents`, a second administrator must send the same request, " +
          'too.',
        params: ItemParams,
        body: ItemChange,
        response: { 200: AdminItemView, ...errorAnswers(403, 404, 409) },
      },
    },
    async (request) => {
      const { userId: actorId, sessionId } = callerOf(request);
      const updated = await updateItem(deps, {
        itemId: toId(request.params.id),
        change: describedChange(request.body),
        confirm: request.body.confirm ?? false,
        editor: { actorId, sessionId, ip: request.ip, reason: request.body.reason ?? null },
      });
      return itemView(updated);
    },
  );
}

function itemArchivingRoute(routes: Routes, deps: ItemDeps): void {
  routes.delete(
    '/admin/items/:id',
    {
      schema: {
        operationId: 'archiveItem',
        summary: 'Archive an item',
        description:
          'Takes an item out of the public lists. Owners keep theirs with its value. A repeat changes nothing.',
        params: ItemParams,
        body: ReasonBody,
        response: { 200: AdminItemView, ...errorAnswers(404) },
      },
    },
    async (request) => {
      const archived = await archiveItem(deps, {
        itemId: toId(request.params.id),
        reason: request.body.reason ?? null,
        actorId: callerOf(request).userId,
        ip: request.ip,
      });
      return itemView(archived);
    },
  );
}
