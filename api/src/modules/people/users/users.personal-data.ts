import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

export const usersPersonalData: Required<Module<never>>['personalData'] = {
  profile: {
    key: 'id',
    rows: (userId) => sql`
      select id, platform_id, username, avatar_url, role, status, trade_url,
        trade_url_check, trade_url_checked_at,
        client_seed, created_at, last_active_at
      from users where id = ${userId}`,
  },
};
