import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/db.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { listView, pageOf } from '../../../../platform/lists.ts';
import { ReasonBody } from '../../../../platform/schemas.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import {
  AdminItemList,
  AdminItemsQuery,
  AdminItemView,
  adminItemView,
  describedChange,
  describedItem,
  ItemChange,
  ItemParams,
  NewItem,
} from '../items.admin-schemas.ts';
import { itemNotFound } from '../items.errors.ts';
import { ANY_ITEM, searchOf } from '../items.schemas.ts';
import { findItem, listItems } from '../items.sql.ts';
import { archiveItem } from './archive-item.ts';
import { createItem } from './create-item.ts';
import { updateItem } from './update-item.ts';

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
      return listView(items.map(adminItemView), page, total);
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
      return adminItemView(item);
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
      return reply.code(201).send(adminItemView(created));
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
      return adminItemView(updated);
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
      return adminItemView(archived);
    },
  );
}
