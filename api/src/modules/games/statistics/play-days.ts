import { join, type Sql, sql } from '../../../platform/database/sql.ts';
import { keepDays, type StoredDays } from '../../../platform/roll-ups/kept-days.ts';
import type { WagerGame } from '../rolls/index.ts';

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

export const gameDays = (games: readonly WagerGame[]): StoredDays =>
  keepDays({
    table: 'game_days',
    columns: ['game', 'plays', 'plays_won', 'rounds', 'wagered_cents', 'won_cents'],
    running: { keys: ['game'] },
    // The days of users tell the first moment.
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

export const oddsDays = (games: readonly WagerGame[]): StoredDays[] =>
  games.flatMap(({ name, stakes: { figures } }) => (figures.odds === null ? [] : [daysOf(name, figures.odds)]));

const daysOf = (name: string, odds: Sql): StoredDays =>
  keepDays({
    table: 'odds_days',
    columns: ['user_id', 'game', 'plays', 'won_cents', 'expected_cents', 'variance', 'largest_cents'],
    only: sql`game = ${name}`,
    firstMoment: sql`select null::timestamptz`,
    figures: ({ day, isWithin }) => sql`
      select ${day}, user_id, ${name}::text, count(*), sum(won_cents), sum(expected_cents), sum(variance),
        max(largest_cents)
      from (${odds}) play where ${isWithin} group by 1, user_id`,
  });
