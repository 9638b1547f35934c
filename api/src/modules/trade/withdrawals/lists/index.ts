export { listsPlayerRoutes } from './lists.routes.ts';
