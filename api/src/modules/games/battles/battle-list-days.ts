import { sql } from '../../../platform/database/sql.ts';
import type { DailyRollUp } from '../../../platform/roll-ups/roll-ups.ts';

/** How many battles were over, of each kind that the lists ask for. */
export const battleListDays: DailyRollUp = {
  firstMoment: sql`
    select min(coalesce(ended_at, cancelled_at)) from battles where status in ('COMPLETED', 'CANCELLED')`,
  fill: async (tx, span) => {
    await tx.query(sql`
      insert into battle_list_days (day, is_public, status, mode, seat_count, entry_cents, battles)
      select ${span.day}::date, invitation_code is null, status, mode, seat_count, entry_cents, count(*)
      from (
        select battles.*, coalesce(ended_at, cancelled_at) as over_at from battles
        where status in ('COMPLETED', 'CANCELLED')) over
      where over_at >= ${span.start} and over_at < ${span.end}
      group by 2, 3, 4, 5, 6`);
  },
};
