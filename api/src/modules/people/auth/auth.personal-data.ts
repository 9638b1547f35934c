import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

/** Not the ids, which say nothing: they are hashes. */
export const authPersonalData: Required<Module<never>>['personalData'] = {
  sessions: {
    key: 'createdAt',
    rows: (userId) => sql`
      select created_at as "createdAt", last_activity as "lastActivity", expires_at as "expiresAt", ip,
        user_agent as "userAgent", device_id as "deviceId",
        array(select session_addresses.ip from session_addresses where session_id = sessions.id order by seen_at)
          as "otherAddresses"
      from sessions where user_id = ${userId}`,
  },
  activeDays: {
    key: 'day',
    rows: (userId) => sql`select user_activity.day::text as day from user_activity where user_id = ${userId}`,
  },
};
