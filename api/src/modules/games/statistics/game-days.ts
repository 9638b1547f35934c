import { join, sql } from '../../../platform/database/sql.ts';
import { keepDays, type StoredDays } from '../../../platform/roll-ups/kept-days.ts';
import type { WagerGame } from '../rolls/index.ts';

/** What was played, staked and won in each game. */
export const gameDays = (games: readonly WagerGame[]): StoredDays =>
  keepDays({
    table: 'game_days',
    columns: ['game', 'plays', 'plays_won', 'rounds', 'wagered_cents', 'won_cents'],
    running: { keys: ['game'] },
    // Days begin with the plays of users, which tell so elsewhere.
    firstMoment: sql`select null::timestamptz`,
    figures: ({ day, isWithin }) =>
      join(
        games.map(
          ({ name, stakes: { plays } }) => sql`
          select ${day}, ${name}::text, count(*), count(*) filter (where is_won), sum(rounds), sum(wagered_cents),
            sum(won_cents)
          from (${plays}) play where ${isWithin} group by 1`,
        ),
        ' union all ',
      ),
  });
