import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';
import type { NotifySecurity } from '../notifications/index.ts';
import { searchPlayerRoutes, usersAdminRoutes, usersPlayerRoutes } from './users.routes.ts';
import { closeUser } from './users.sql.ts';

export { CHECK_TRADE_URL } from './edit-profile.ts';
export {
  examplePublicUser,
  exampleUser,
  type PlatformProfile,
  PublicUserView,
  tradeLinkOf,
  type User,
  type UserRole,
  type UserStatus,
  UserView,
  userNotFound,
  userView,
} from './users.records.ts';
export {
  type AskedTradeUrl,
  findBarredAs,
  findUser,
  listUncheckedTradeUrls,
  listUsers,
  lockUser,
  readUserStats,
  type UserStats,
  updateBarredAs,
  updateTradeUrlCheck,
  updateUserStatus,
  upsertUser,
} from './users.sql.ts';

export const users: Module<{ db: Db; clock: Clock; notifySecurity: NotifySecurity }> = {
  name: 'users',
  personalData: {
    profile: {
      key: 'id',
      rows: (userId) => sql`
        select id, platform_id, username, avatar_url, role, status, trade_url,
          trade_url_check, trade_url_checked_at,
          client_seed, created_at, last_active_at
        from users where id = ${userId}`,
    },
  },
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
