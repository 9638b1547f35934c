export { listsPlayerRoutes } from './lists.routes.ts';
export { historyView, PastWithdrawal } from './lists.schemas.ts';
export { findListed } from './lists.sql.ts';
export type { ListedWithdrawal } from './lists.types.ts';
