import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/db.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { listView, pageOf, pageOfAll, pageQuery } from '../../../../platform/lists.ts';
import {
  ANY_ITEM,
  CountedRarities,
  CountedValues,
  countedRarities,
  countedValues,
  ItemList,
  ItemStats,
  ItemsQuery,
  itemView,
  publicFilter,
  statsView,
} from '../items.schemas.ts';
import { listItems, readFigures } from '../items.sql.ts';
import { type ServedRate, WEAPON_CATEGORIES } from '../items.types.ts';
import { ExchangeRateView, exchangeRateView } from '../rate/exchange-rate.schemas.ts';

/** 0.50 USD. */
const CHEAP_VALUE_CENTS = 50n;

interface PublicDeps {
  db: Db;
  clock: Clock;
  /** The rate in force, obtained anew first where it is too old. */
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
