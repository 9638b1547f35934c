import { type Static, Type } from 'typebox';
import type { Db } from '../../../platform/database/db.ts';
import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../platform/ids.ts';
import { IdText, idOf, orNull } from '../../../platform/schemas.ts';
import { findUser, userNotFound } from '../../people/users/index.ts';
import { InventoryQuery, InventoryView, inventoryRequestOf, inventoryView } from './inventory.schemas.ts';
import { type InventoryItem, UNKNOWN_ITEM_NAME } from './inventory.types.ts';
import { readInventoryPage } from './inventory-page.sql.ts';
import { restrictItem } from './restrict-item.ts';

const RestrictParams = Type.Object({ id: idOf('Id of the item in the inventory of a user') });
const RestrictBody = Type.Object(
  { restricted: Type.Boolean({ description: 'True: the item can only be played and sold' }) },
  { examples: [{ restricted: true }] },
);

const RestrictedItem = Type.Object(
  {
    id: idOf('Id of the item in the inventory'),
    userId: idOf('Owner of the item'),
    itemId: orNull(IdText, 'Id of the item in the catalogue; null if the catalogue no longer has it'),
    itemName: Type.String({ description: 'Name of the item' }),
    status: Type.String({ description: 'Status of the item' }),
    restrictedToGames: Type.Boolean({ description: 'Whether it can be neither withdrawn nor swapped' }),
  },
  {
    title: 'RestrictedItem',
    description: 'An item of a user, and whether it is restricted to the games of the platform',
    examples: [
      {
        id: '90210',
        userId: '17',
        itemId: '77',
        itemName: 'AK-47 | Redline (Field-Tested)',
        status: 'AVAILABLE',
        restrictedToGames: true,
      },
    ],
  },
);

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
        response: { 200: InventoryView, ...errorAnswers(404) },
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
      return restrictedItemView(await restrictItem(deps, command));
    },
  );
}

const restrictedItemView = (item: InventoryItem): Static<typeof RestrictedItem> => ({
  id: item.id,
  userId: item.userId,
  itemId: item.itemId,
  itemName: item.details?.name ?? UNKNOWN_ITEM_NAME,
  status: item.status,
  restrictedToGames: item.restrictedToGames,
});
