export { allowancePlayerRoutes } from './allowance.routes.ts';
