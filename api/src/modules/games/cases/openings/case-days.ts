import { sql } from '../../../../platform/database/sql.ts';
import { type DailyRollUp, within } from '../../../../platform/roll-ups/roll-ups.ts';

/** What was opened, staked and won of each case. */
export const caseDays: DailyRollUp = {
  firstMoment: sql`select min(created_at) from case_openings`,
  fill: async (tx, span) => {
    await tx.query(sql`
      insert into case_days (day, case_id, openings, wagered_cents, won_cents)
      select ${span.day}::date, case_id, count(*), sum(price_cents), sum(item_value_cents)
      from case_openings where ${within(span)} group by case_id`);
  },
};
