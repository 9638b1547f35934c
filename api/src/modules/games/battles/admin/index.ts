export { battlesAdminRoutes } from './battles.admin-routes.ts';
export { expireBattle, expireOverdue } from './cancel-battle.ts';
