import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

/** Not the ids, which say nothing: they are hashes. */
export const authPersonalData: Required<Module<never>>['personalData'] = {
  sessions: {
    key: 'created_at',
    rows: (userId) => sql`
      select created_at, last_activity, expires_at, ip,
        user_agent, device_id,
        array(select session_addresses.ip from session_addresses where session_id = sessions.id order by seen_at)
          as other_addresses
      from sessions where user_id = ${userId}`,
  },
  activeDays: {
    key: 'day',
    rows: (userId) => sql`select user_activity.day::text as day from user_activity where user_id = ${userId}`,
  },
};
