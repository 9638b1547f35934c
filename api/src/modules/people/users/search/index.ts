export { searchPlayerRoutes } from './search.routes.ts';
