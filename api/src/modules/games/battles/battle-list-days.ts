import { sql } from '../../../platform/database/sql.ts';
import { keepDays } from '../../../platform/roll-ups/kept-days.ts';

const OVER = sql`
  select invitation_code is null as is_public, status, mode, seat_count, entry_cents,
    coalesce(ended_at, cancelled_at) as created_at
  from battles where status in ('COMPLETED', 'CANCELLED')`;

/** How many battles were over, of each kind that the lists ask for. A trigger adds the days up to `battle_list_totals`. */
export const battleListDays = keepDays({
  table: 'battle_list_days',
  columns: ['is_public', 'status', 'mode', 'seat_count', 'entry_cents', 'battles'],
  firstMoment: sql`select min(created_at) from (${OVER}) battle`,
  figures: ({ day, isWithin }) => sql`
    select ${day}, is_public, status, mode, seat_count, entry_cents, count(*) from (${OVER}) battle
    where ${isWithin} group by 1, 2, 3, 4, 5, 6`,
});
