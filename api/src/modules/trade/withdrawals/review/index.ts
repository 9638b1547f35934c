export type { ApproveDeps } from './approve-withdrawal.ts';
export type { RejectDeps } from './reject-withdrawal.ts';
export { reviewAdminRoutes } from './review.admin-routes.ts';
