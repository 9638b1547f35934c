import { sql } from '../../../platform/database/sql.ts';
import { keepDays } from '../../../platform/roll-ups/kept-days.ts';

/** How many were active, how many of them on the day before too, and how many came new. */
export const activityDays = keepDays({
  table: 'activity_days',
  columns: ['active_users', 'retained_users', 'new_users'],
  // Days begin with what is played or booked: that somebody came before is no reason for days to be older.
  firstMoment: sql`select null::timestamptz`,
  figures: ({ day, isWithin, isOfDays }) => sql`
    select day, sum(active), sum(retained), sum(new) from (
      select day, 1 as active, exists (
          select from user_activity earlier where earlier.day = seen.day - 1 and earlier.user_id = seen.user_id
        )::int as retained, 0 as new
      from user_activity seen where ${isOfDays}
      union all
      select ${day}, 0, 0, 1 from users where ${isWithin}) each_one
    group by day`,
});
