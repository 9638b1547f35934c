export { itemsAdminRoutes } from './items.admin-routes.ts';
export { itemsPublicRoutes } from './items.routes.ts';
