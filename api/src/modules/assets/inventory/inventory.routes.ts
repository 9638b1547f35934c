import { Type } from 'typebox';
import type { Db } from '../../../platform/database/db.ts';
import { callerOf } from '../../../platform/http/edge/access.ts';
import { type Routes, sendWritten } from '../../../platform/http/http-part.ts';
import { onceOf } from '../../../platform/http/once.ts';
import { errorAnswers } from '../../../platform/http/openapi/openapi.ts';
import { type Id, toId } from '../../../platform/ids.ts';
import { idOf } from '../../../platform/schemas.ts';
import { findUser, userNotFound } from '../../people/users/index.ts';
import {
  Inventory,
  InventoryQuery,
  inventoryIdsOf,
  inventoryRequestOf,
  inventoryView,
  QuoteView,
  quoteView,
  RestrictBody,
  RestrictedItem,
  RestrictParams,
  SaleView,
  SellParams,
  SellSeveralBody,
  saleView,
  UNKNOWN_ITEM_NAME,
  WinningsQuery,
} from './inventory.records.ts';
import { readInventoryPage } from './inventory-page.sql.ts';
import { restrictItem } from './move-items.ts';
import { quoteSale, quoteWinnings, type SellDeps, sellAll, sellItem, sellSeveral } from './sell-items.ts';

/** This many characters are some thousand pages. */
const MAX_LENGTH = 8 * 1024 * 1024;

interface KeptPage {
  epochs: string;
  text: string;
}

interface KeptPages {
  /** A page depends on its user and on `asked`; `read` makes it with the epochs of its moment. */
  get(userId: Id<'user'>, asked: string, read: () => Promise<KeptPage>): Promise<string>;
}

const lengthOf = (key: string, { text }: KeptPage) => key.length + text.length;

/**
 * Keeps pages of inventories as they were sent, and sends one again while its epochs are the same. Every request asks the
 * database for these two numbers, together with the others of its moment. The least recently used page goes first.
 */
export function createKeptPages(
  readEpochs: (userId: Id<'user'>) => Promise<string | undefined>,
  maxLength = MAX_LENGTH,
): KeptPages {
  const kept = new Map<string, KeptPage>();
  let length = 0;
  const forget = (key: string) => {
    const page = kept.get(key);
    if (page === undefined) return;
    length -= lengthOf(key, page);
    kept.delete(key);
  };
  const keep = (key: string, page: KeptPage) => {
    forget(key);
    kept.set(key, page);
    length += lengthOf(key, page);
    for (const oldest of kept.keys()) {
      if (length <= maxLength) return;
      forget(oldest);
    }
  };
  return {
    get: async (userId, asked, read) => {
      const key = `${userId} ${asked}`;
      const known = kept.get(key);
      if (known !== undefined && (await readEpochs(userId)) === known.epochs) {
        // It moves to the end of the map, unless it was replaced or forgotten meanwhile.
        if (kept.get(key) === known) {
          kept.delete(key);
          kept.set(key, known);
        }
        return known.text;
      }
      const page = await read();
      keep(key, page);
      return page.text;
    },
  };
}

interface InventoryDeps extends SellDeps {
  pages: KeptPages;
}

export function inventoryPlayerRoutes(routes: Routes, deps: InventoryDeps): void {
  inventoryListRoute(routes, deps);
  quoteRoutes(routes, deps);
  saleRoutes(routes, deps);
}

function inventoryListRoute(routes: Routes, { db, pages }: InventoryDeps): void {
  routes.get(
    '/inventory',
    {
      schema: {
        operationId: 'listInventory',
        summary: 'List your items',
        description:
          'Lists a page of your items, of all statuses or one, searched by name, filtered by kind, value and origin, ' +
          'and sorted by the time you got them, their value or their name. The answer also has the number and the ' +
          'value of everything you could sell now.',
        querystring: InventoryQuery,
        response: { 200: Inventory },
      },
    },
    async (request, reply) => {
      const { userId } = callerOf(request);
      const answer = await pages.get(userId, request.url, async () => {
        const wanted = inventoryRequestOf(request.query);
        const page = await readInventoryPage(db, userId, wanted);
        return { epochs: page.epochs, text: reply.serialize(inventoryView(page, wanted)) as string };
      });
      return sendWritten(reply, answer);
    },
  );
}

function quoteRoutes(routes: Routes, { db }: SellDeps): void {
  routes.post(
    '/inventory/quote',
    {
      schema: {
        operationId: 'quoteItems',
        summary: 'Quote the sale of several items',
        description:
          'Answers the present values of up to 100 AVAILABLE items of yours, and their sum: `POST ' +
          '/inventory/sell-multiple` would credit it at this moment. Nothing is sold; items that could not be sold ' +
          'are refused in the same way.',
        body: SellSeveralBody,
        response: { 200: QuoteView, ...errorAnswers(404) },
      },
    },
    async (request) =>
      quoteView(await quoteSale(db, callerOf(request).userId, inventoryIdsOf(request.body.inventoryItemIds))),
  );

  routes.get(
    '/inventory/winnings',
    {
      schema: {
        operationId: 'quoteWinnings',
        summary: 'Quote the items left of a play',
        description:
          'Answers the items that one play of yours, such as a battle, has given you and that are still AVAILABLE, ' +
          'with their present values. The list is empty if the play gave you nothing, or nothing is left of it.',
        querystring: WinningsQuery,
        response: { 200: QuoteView },
      },
    },
    async (request) => {
      const { cause, id } = request.query;
      return quoteView(await quoteWinnings(db, callerOf(request).userId, { type: cause, id }));
    },
  );
}

function saleRoutes(routes: Routes, deps: SellDeps): void {
  routes.delete(
    '/inventory/:id/sell',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'sellItem',
        summary: 'Sell an item',
        description:
          'An AVAILABLE item of yours becomes SOLD and its full value in BRL is credited to your balance. Your ' +
          'sockets are sent `balance:updated`, unless the item is worth nothing.',
        params: SellParams,
        response: { 200: SaleView, ...errorAnswers(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const command = { userId: callerOf(request).userId, id: toId<'inventoryItem'>(request.params.id) };
      return saleView(await sellItem(deps, command, onceOf(request, reply, saleView)));
    },
  );

  routes.post(
    '/inventory/sell-multiple',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'sellItems',
        summary: 'Sell several items',
        description:
          'Up to 100 AVAILABLE items of yours become SOLD and the sum of their values is credited at once: all of ' +
          'them, or none if one cannot be sold. No event is sent.',
        body: SellSeveralBody,
        response: { 200: SaleView, ...errorAnswers(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const command = { userId: callerOf(request).userId, ids: inventoryIdsOf(request.body.inventoryItemIds) };
      return saleView(await sellSeveral(deps, command, onceOf(request, reply, saleView)));
    },
  );

  routes.post(
    '/inventory/sell-all',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'sellAllItems',
        summary: 'Sell all your items',
        description:
          'Every AVAILABLE item of yours becomes SOLD and the sum of their values is credited at once. Items that ' +
          'are no longer in the catalogue are sold too and bring nothing. Your sockets are sent `balance:updated`, ' +
          'unless the sum is nothing.',
        response: { 200: SaleView, ...errorAnswers(400, 409, 422) },
      },
    },
    async (request, reply) =>
      saleView(await sellAll(deps, { userId: callerOf(request).userId }, onceOf(request, reply, saleView))),
  );
}

export function inventoryAdminRoutes(routes: Routes, deps: { db: Db }): void {
  routes.get(
    '/admin/users/:id/inventory',
    {
      schema: {
        operationId: 'adminListUserInventory',
        summary: 'List the items of a user',
        description: 'Lists the items as the user sees them by `GET /inventory`, with the same filters.',
        params: Type.Object({ id: idOf('Id of the user') }),
        querystring: InventoryQuery,
        response: { 200: Inventory, ...errorAnswers(404) },
      },
    },
    async ({ params, query }) => {
      const userId = toId<'user'>(params.id);
      if ((await findUser(deps.db, userId)) === null) throw userNotFound();
      const wanted = inventoryRequestOf(query);
      return inventoryView(await readInventoryPage(deps.db, userId, wanted), wanted);
    },
  );

  routes.put(
    '/admin/inventory/:id/restricted',
    {
      schema: {
        operationId: 'adminRestrictInventoryItem',
        summary: 'Restrict an item to the games of the platform',
        description:
          'Restricts an item, or lifts the restriction. A restricted item can be played and sold, but neither ' +
          'withdrawn nor swapped. The result of an upgrade is restricted if one of the staked items was. Items ' +
          'already on their way out are not called back. Administrators cannot restrict or release their own items.',
        params: RestrictParams,
        body: RestrictBody,
        response: { 200: RestrictedItem, ...errorAnswers(403, 404) },
      },
    },
    async (request) => {
      const actor = { actorId: callerOf(request).userId, ip: request.ip };
      const command = { id: toId<'inventoryItem'>(request.params.id), restricted: request.body.restricted, ...actor };
      const item = await restrictItem(deps, command);
      return { ...item, itemName: item.details?.name ?? UNKNOWN_ITEM_NAME };
    },
  );
}
