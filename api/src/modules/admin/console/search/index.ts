export { searchAdminRoutes } from './search.routes.ts';
