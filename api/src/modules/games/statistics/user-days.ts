import { sql } from '../../../platform/database/sql.ts';
import { keepDays, type StoredDays } from '../../../platform/roll-ups/kept-days.ts';
import type { WagerGame } from '../rolls/index.ts';

/** What each user has played, staked and won in a game. */
export const userDays = ({ name, stakes: { plays } }: WagerGame): StoredDays =>
  keepDays({
    table: 'user_days',
    columns: ['user_id', 'game', 'plays', 'plays_won', 'wagered_cents', 'won_cents', 'best_win_cents', 'last_nonce'],
    running: { keys: ['user_id', 'game'], largest: ['best_win_cents', 'last_nonce'] },
    only: sql`game = ${name}`,
    firstMoment: sql`select min(created_at) from (${plays}) play`,
    figures: ({ day, isWithin }) => sql`
      select ${day}, user_id, ${name}::text, count(*), count(*) filter (where is_won), sum(wagered_cents),
        sum(won_cents), max(won_cents), max(nonce)
      from (${plays}) play where ${isWithin} group by 1, user_id`,
  });
