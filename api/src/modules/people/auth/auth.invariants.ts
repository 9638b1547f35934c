import { sql } from '../../../platform/database/sql.ts';
import type { Invariants } from '../../../platform/invariants/invariants.ts';

/** What must hold of sessions at any moment. */
export const authInvariants: Invariants = {
  'a user has at most 5 sessions': sql`
    select user_id, count(*) from sessions where expires_at > now() group by user_id having count(*) > 5`,
  'a session lives seven days': sql`
    select id from sessions where expires_at <> created_at + interval '604800 seconds'`,
  'who is banned or suspended has no session': sql`
    select sessions.id from sessions join users on users.id = user_id where status <> 'ACTIVE'`,
  'a session belongs to the account of its user': sql`
    select sessions.id from sessions join users on users.id = user_id where users.platform_id <> sessions.platform_id`,
};
