import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { Module } from '../../../platform/module.ts';
import type { NotifySecurity } from '../notifications/index.ts';
import { searchPlayerRoutes } from './search/search.routes.ts';
import { usersAdminRoutes } from './users.admin-routes.ts';
import { usersPersonalData } from './users.personal-data.ts';
import { usersPlayerRoutes } from './users.routes.ts';
import { closeUser } from './users.sql.ts';

export { CHECK_TRADE_URL } from './set-trade-url.ts';
export { type ListedUser, listUsers } from './users.admin.sql.ts';
export { userNotFound } from './users.errors.ts';
export { tradeLinkOf } from './users.rules.ts';
export {
  examplePublicUser,
  exampleUser,
  PublicUserView,
  UserView,
  userView,
} from './users.schemas.ts';
export {
  type AskedTradeUrl,
  findBarredAs,
  findUser,
  listUncheckedTradeUrls,
  lockUser,
  readUserStats,
  type UserStats,
  updateBarredAs,
  updateTradeUrlCheck,
  updateUserStatus,
  upsertUser,
} from './users.sql.ts';
export type { PlatformProfile, User, UserRole, UserStatus } from './users.types.ts';

export const users: Module<{ db: Db; clock: Clock; notifySecurity: NotifySecurity }> = {
  name: 'users',
  personalData: usersPersonalData,
  run: (deps) => ({
    http: [
      {
        tag: {
          name: 'user',
          description: 'Your own account: profile, trade URL and client seed; other people by their names.',
          forAdministrators: 'Find users, and see what they have.',
        },
        player: (routes) => {
          usersPlayerRoutes(routes, deps);
          searchPlayerRoutes(routes, deps);
        },
        admin: (routes) => usersAdminRoutes(routes, deps),
      },
    ],
    erase: (tx, userId) => closeUser(tx, userId, deps.clock.now()),
  }),
};
