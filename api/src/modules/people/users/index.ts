import type { Db } from '../../../platform/db.ts';
import type { HttpModule } from '../../../platform/http/module.ts';
import { usersAdminRoutes } from './users.admin-routes.ts';
import { usersPlayerRoutes } from './users.routes.ts';

export { userNotFound } from './users.errors.ts';
export { UserView, userView } from './users.schemas.ts';
export { findUser, readUserStats, type UserStats, updateUserStatus, upsertUser } from './users.sql.ts';
export type { PlatformProfile, User, UserRole, UserStatus } from './users.types.ts';

export function usersModule(deps: { db: Db }): HttpModule {
  return {
    tag: { name: 'user', description: 'Your own account: profile, trade URL and client seed.' },
    player: (routes) => usersPlayerRoutes(routes, deps),
    admin: (routes) => usersAdminRoutes(routes, deps),
  };
}
