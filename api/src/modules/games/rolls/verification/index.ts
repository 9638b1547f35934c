export { rollsPublicRoutes } from './rolls.routes.ts';
export { verifyPageRoutes } from './verify-page.routes.ts';
