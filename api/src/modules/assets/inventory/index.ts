import { createBatchedRead } from '../../../platform/batches/batched-reads.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Module } from '../../../platform/module.ts';
import { inventoryAdminRoutes } from './inventory.admin-routes.ts';
import { inventoryInvariants } from './inventory.invariants.ts';
import { inventoryPersonalData, inventoryUnsettled } from './inventory.personal-data.ts';
import { inventoryPlayerRoutes } from './inventory.routes.ts';
import { readEpochs } from './inventory-page.sql.ts';
import { createKeptPages } from './kept-pages.ts';
import type { SellDeps } from './sell-items.ts';

export { addItems } from './add-items.ts';
export {
  inventoryItemNotFound,
  itemDetailsNotFound,
  itemIsRestricted,
  itemNotAvailable,
  itemOfAnotherUser,
} from './inventory.errors.ts';
export { exchangeItems, findInventoryItems, nextItemIds, takeItemIds } from './inventory.sql.ts';
export { type InventoryItem, OPENING_CAUSE } from './inventory.types.ts';
export { moveItems } from './move-items.ts';

export const inventory: Module<SellDeps> = {
  name: 'inventory',
  personalData: inventoryPersonalData,
  unsettled: inventoryUnsettled,
  invariants: inventoryInvariants,
  run: (deps) => {
    const pages = createKeptPages(createBatchedRead((userIds: Id<'user'>[]) => readEpochs(deps.db, userIds)));
    return {
      http: [
        {
          tag: {
            name: 'inventory',
            description: 'Your items: list them, and sell them for balance at their full value.',
            forAdministrators: 'Keep items of users for the games of the platform.',
          },
          player: (routes) => inventoryPlayerRoutes(routes, { ...deps, pages }),
          admin: (routes) => inventoryAdminRoutes(routes, deps),
        },
      ],
    };
  },
};
