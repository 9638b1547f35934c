import { type Sql, sql } from '../../../platform/database/sql.ts';
import { keepDays, type StoredDays } from '../../../platform/roll-ups/kept-days.ts';
import type { WagerGame } from '../rolls/index.ts';

/** What each user has won, what was to be expected, and how far that spreads, for each game whose odds are known. */
export const oddsDays = (games: readonly WagerGame[]): StoredDays[] =>
  games.flatMap(({ name, stakes: { figures } }) => (figures.odds === null ? [] : [daysOf(name, figures.odds)]));

const daysOf = (name: string, odds: Sql): StoredDays =>
  keepDays({
    table: 'odds_days',
    columns: ['user_id', 'game', 'plays', 'won_cents', 'expected_cents', 'variance', 'largest_cents'],
    only: sql`game = ${name}`,
    // Days begin with the plays, which tell so elsewhere.
    firstMoment: sql`select null::timestamptz`,
    figures: ({ day, isWithin }) => sql`
      select ${day}, user_id, ${name}::text, count(*), sum(won_cents), sum(expected_cents), sum(variance),
        max(largest_cents)
      from (${odds}) play where ${isWithin} group by 1, user_id`,
  });
