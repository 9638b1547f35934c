import { sql } from '../../../platform/database/sql.ts';
import type { Invariants } from '../../../platform/invariants/invariants.ts';

export const authInvariants: Invariants = {
  'a user has at most 5 sessions': sql`
    select user_id, count(*) from sessions where expires_at > now() group by user_id having count(*) > 5`,
  'a session lives seven days': sql`
    select id from sessions where expires_at <> created_at + interval '604800 seconds'`,
  'who is banned or suspended has no session': sql`
    select sessions.id from sessions join users on users.id = user_id where status <> 'ACTIVE'`,
  'a session belongs to the account of its user': sql`
    select sessions.id from sessions join users on users.id = user_id where users.platform_id <> sessions.platform_id`,
  'the kept figures of who was there are the truth': sql`
    with truth as (
      select day, count(user_id) as active_users, count(before_id) as retained_users, count(new_id) as new_users
      from (
        select seen.day, seen.user_id, earlier.user_id as before_id, null::bigint as new_id from user_activity seen
        left join user_activity earlier on earlier.user_id = seen.user_id and earlier.day + 1 = seen.day
        union all
        select (created_at at time zone 'America/Sao_Paulo')::date, null, null, id from users) happened
      group by day)
    select day from (select * from truth where day in (select day from rolled_days)) truth
    full join activity_days kept using (day)
    where (truth.active_users, truth.retained_users, truth.new_users)
      is distinct from (kept.active_users, kept.retained_users, kept.new_users)`,
};
