import { sql } from '../../../../platform/database/sql.ts';
import { keepDays } from '../../../../platform/roll-ups/kept-days.ts';

/** What was opened, staked and won of each case; the squares and products tell how sure a return is. */
export const caseDays = keepDays({
  table: 'case_days',
  columns: ['case_id', 'openings', 'wagered_cents', 'won_cents', 'wagered_squares', 'won_squares', 'wagered_won'],
  running: { keys: ['case_id'] },
  firstMoment: sql`select min(created_at) from case_openings`,
  figures: ({ day, isWithin }) => sql`
    select ${day}, case_id, count(*), sum(price_cents), sum(item_value_cents), sum(price_cents::numeric * price_cents),
      sum(item_value_cents::numeric * item_value_cents), sum(price_cents::numeric * item_value_cents)
    from case_openings where ${isWithin} group by 1, case_id`,
});
