import { sql } from '../../../platform/database/sql.ts';
import { keepDays } from '../../../platform/roll-ups/kept-days.ts';

export const transferDays = keepDays({
  table: 'transfer_days',
  columns: ['type', 'transfers', 'amount_cents', 'credited_cents'],
  running: { keys: ['type'] },
  firstMoment: sql`select min(created_at) from transfers`,
  figures: ({ day, isWithin }) => sql`
    select ${day}, type, count(*), sum(amount_cents),
      coalesce(sum(amount_cents) filter (where credit_account = 'USER'), 0)
    from transfers where ${isWithin} group by 1, type`,
});
