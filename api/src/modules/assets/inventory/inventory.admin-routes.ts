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

const RestrictParams = Type.Object({ id: idOf('Of the item in somebody’s inventory') });
const RestrictBody = Type.Object(
  { restricted: Type.Boolean({ description: 'True: it can be played and sold, and nothing else' }) },
  { examples: [{ restricted: true }] },
);

const RestrictedItem = Type.Object(
  {
    id: idOf('Of the item in the inventory'),
    userId: idOf('Whose it is'),
    itemId: orNull(IdText, 'Of the item in the catalogue; null where it has left it'),
    itemName: Type.String({ description: 'As it is shown' }),
    status: Type.String({ description: 'Where it stands' }),
    restrictedToGames: Type.Boolean({ description: 'Whether it can be neither withdrawn nor swapped' }),
  },
  {
    title: 'RestrictedItem',
    description: 'An item of a user, and whether it is for the games of the platform alone',
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
        description: 'As the user sees them by `GET /inventory`, with the same filters.',
        params: Type.Object({ id: idOf('Of the user') }),
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
          'What is restricted can be played and sold, and is neither withdrawn nor swapped; or lets it out again. What ' +
          'an upgrade yields is restricted where one of the staked items was. What is on its way out already is not called back. Not of your own items.',
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
