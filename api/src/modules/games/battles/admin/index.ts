export { battlesAdminRoutes } from './battles.admin-routes.ts';
export { cancelSilent, expireBattle, expireOverdue, type SilentDeps } from './cancel-battle.ts';
