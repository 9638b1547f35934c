export type { ReferenceStatuses, StatusesByReference } from './list-transfers.ts';
export { transferSchemas } from './transfers.schemas.ts';
export { walletAdminRoutes } from './wallet.admin-routes.ts';
export { walletPlayerRoutes } from './wallet.routes.ts';
