import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

export const usersPersonalData: Required<Module<never>>['personalData'] = {
  profile: {
    key: 'id',
    rows: (userId) => sql`
      select id, platform_id as "platformId", username, avatar_url as "avatarUrl", role, status, trade_url as "tradeUrl",
        trade_url_check as "tradeUrlCheck", trade_url_checked_at as "tradeUrlCheckedAt",
        client_seed as "clientSeed", created_at as "createdAt", last_active_at as "lastActiveAt"
      from users where id = ${userId}`,
  },
};
