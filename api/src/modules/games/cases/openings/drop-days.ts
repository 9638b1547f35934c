import { sql } from '../../../../platform/database/sql.ts';
import { keepDays } from '../../../../platform/roll-ups/kept-days.ts';

/** How often each item was won in openings, and what it was worth at most. */
export const dropDays = keepDays({
  table: 'drop_days',
  columns: ['item_id', 'drops', 'best_value_cents'],
  running: { keys: ['item_id'], largest: ['best_value_cents'] },
  firstMoment: sql`select min(created_at) from case_openings`,
  figures: ({ day, isWithin }) => sql`
    select ${day}, item_id, count(*), max(item_value_cents) from case_openings where ${isWithin} group by 1, item_id`,
});
