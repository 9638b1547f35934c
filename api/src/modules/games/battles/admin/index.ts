export { battlesAdminRoutes } from './battles.admin-routes.ts';
export { cancelSilent, expireBattle, expireOverdue } from './cancel-battle.ts';
