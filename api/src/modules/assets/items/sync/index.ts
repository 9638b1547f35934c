export { createItemDatabase, type ItemDatabase } from './item-database.ts';
export { itemIntegrationRoutes } from './item-integration.routes.ts';
export { SYNC_JOB } from './request-sync.ts';
export { runSync, syncItemsNow } from './run-sync.ts';
