import type { Db } from '../../../platform/db.ts';
import type { Routes } from '../../../platform/http/module.ts';
import { listView, type PageRequest, pageOf, pageQuery } from '../../../platform/schemas.ts';
import {
  ANY_ITEM,
  CountedValues,
  countedValues,
  ExchangeRateView,
  exchangeRateView,
  ItemList,
  ItemStats,
  ItemsQuery,
  itemView,
  publicFilter,
  statsView,
} from './items.schemas.ts';
import { listItems, readFigures } from './items.sql.ts';
import { RARITIES, WEAPON_CATEGORIES } from './items.types.ts';
import { findRate } from './prices.sql.ts';

/** 0.50 USD. */
const CHEAP_VALUE_CENTS = 50n;

export function itemsPublicRoutes(routes: Routes, { db }: { db: Db }): void {
  routes.get(
    '/items',
    {
      schema: {
        operationId: 'listItems',
        summary: 'The catalogue',
        description:
          'Items with their present values, filtered and sorted. Bounds of value are in BRL cents. The search finds ' +
          'any part of a name; every character stands for itself.',
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
        summary: 'Items up to 0.50 USD',
        description: 'Items whose value is at most 0.50 USD, the cheapest first.',
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

  routes.get(
    '/items/categories',
    {
      schema: {
        operationId: 'listItemCategories',
        summary: 'Weapon categories',
        description: 'Every weapon category with its name and how many items it has.',
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
        summary: 'Rarities',
        description: 'Every rarity with its name and how many items it has.',
        querystring: pageQuery({}),
        response: { 200: CountedValues },
      },
    },
    async ({ query }) => pageOfAll(countedValues(RARITIES, (await readFigures(db)).byRarity), pageOf(query)),
  );

  routes.get(
    '/items/stats',
    {
      schema: {
        operationId: 'getItemStats',
        summary: 'The catalogue in figures',
        description: 'How many items there are, by rarity and category, and their lowest, highest and average value.',
        response: { 200: ItemStats },
      },
    },
    async () => statsView(await readFigures(db)),
  );

  routes.get(
    '/items/exchange-rate',
    {
      schema: {
        operationId: 'getExchangeRate',
        summary: 'The exchange rate in force',
        description:
          'What values in BRL are computed with, renewed every ten minutes. The fallback of 5 stands until a rate is ' +
          'obtained for the first time; when the source fails later, the last known rate stays.',
        response: { 200: ExchangeRateView },
      },
    },
    async () => exchangeRateView(await findRate(db)),
  );
}

/** A page of a list that is whole in memory. */
export function pageOfAll<Entry>(all: readonly Entry[], page: PageRequest) {
  return listView(all.slice(page.offset, page.offset + page.limit), page, all.length);
}
