import { sql } from '../../../../platform/database/sql.ts';
import { keepDays } from '../../../../platform/roll-ups/kept-days.ts';

/** What was played of each mode: by people, and by the bots of the house. */
export const battleDays = keepDays({
  table: 'battle_days',
  columns: [
    'mode',
    'battles',
    'wagered_cents',
    'won_cents',
    'bot_seats',
    'bot_wagered_cents',
    'bot_won_cents',
    'plays',
  ],
  running: { keys: ['mode'] },
  firstMoment: sql`select min(ended_at) from battle_seats`,
  figures: ({ day, isWithin }) => sql`
    select ${day}, mode, count(distinct id), sum(entry_cents) filter (where user_id is not null),
      sum(won_cents) filter (where user_id is not null), count(*) filter (where user_id is null),
      coalesce(sum(entry_cents) filter (where user_id is null), 0),
      coalesce(sum(won_cents) filter (where user_id is null), 0), count(user_id)
    from (
      select battles.id, mode, entry_cents, user_id, won_cents, battles.ended_at as created_at
      from battles join battle_seats on battle_id = battles.id) played
    where ${isWithin} group by 1, mode`,
});
