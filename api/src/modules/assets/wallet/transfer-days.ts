import { sql } from '../../../platform/database/sql.ts';
import { type DailyRollUp, within } from '../../../platform/roll-ups/roll-ups.ts';

/** What was booked of each type. */
export const transferDays: DailyRollUp = {
  firstMoment: sql`select min(created_at) from transfers`,
  fill: async (tx, span) => {
    await tx.query(sql`
      insert into transfer_days (day, type, transfers, amount_cents, credited_cents)
      select ${span.day}::date, type, count(*), sum(amount_cents),
        coalesce(sum(amount_cents) filter (where credit_account = 'USER'), 0)
      from transfers where ${within(span)} group by type`);
  },
};
