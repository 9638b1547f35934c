import { createBatchedRead } from '../../../platform/batches/batched-reads.ts';
import type { Module } from '../../../platform/module.ts';
import { inventoryInvariants } from './inventory.invariants.ts';
import { createKeptPages, inventoryAdminRoutes, inventoryPlayerRoutes } from './inventory.routes.ts';
import { inventoryPersonalData, inventoryUnsettled } from './inventory.sql.ts';
import { readEpochs } from './inventory-page.sql.ts';
import type { SellDeps } from './sell-items.ts';

export { OPENING_CAUSE } from './inventory.records.ts';
export type { InventoryItem } from './inventory.rules.ts';
export { exchangeItems, findInventoryItems, nextItemIds, takeItemIds } from './inventory.sql.ts';
export {
  addItems,
  inventoryItemNotFound,
  itemDetailsNotFound,
  itemIsRestricted,
  itemNotAvailable,
  itemOfAnotherUser,
  moveItems,
} from './move-items.ts';

export const inventory: Module<SellDeps> = {
  name: 'inventory',
  personalData: inventoryPersonalData,
  unsettled: inventoryUnsettled,
  invariants: inventoryInvariants,
  run: (deps) => {
    const pages = createKeptPages(createBatchedRead(readEpochs.bind(null, deps.db)));
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
