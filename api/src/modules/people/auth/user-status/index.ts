export { keepBarredOut } from './change-user-status.ts';
export { authAdminRoutes } from './user-status.admin-routes.ts';
