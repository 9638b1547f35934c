import type { HttpModule } from '../../../platform/http/module.ts';
import { inventoryPlayerRoutes } from './inventory.routes.ts';
import type { SellDeps } from './sell-items.ts';

export { addItems } from './add-items.ts';
export { findInventoryItems, takeItemIds } from './inventory.sql.ts';
export { moveItems } from './move-items.ts';

export function inventoryModule(deps: SellDeps): HttpModule {
  return {
    tag: { name: 'inventory', description: 'Your items: list them, and sell them for balance at their full value.' },
    player: (routes) => inventoryPlayerRoutes(routes, deps),
  };
}
