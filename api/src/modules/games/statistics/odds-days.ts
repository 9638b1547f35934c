import { sql } from '../../../platform/database/sql.ts';
import { type KeptDays, keepDays } from '../../../platform/roll-ups/kept-days.ts';
import type { GameOdds } from '../rolls/index.ts';

/** What each user has won in a game, what was to be expected, and how far that spreads. */
export const oddsDays = ({ game, odds }: GameOdds): KeptDays =>
  keepDays({
    table: 'odds_days',
    columns: ['user_id', 'game', 'plays', 'won_cents', 'expected_cents', 'variance', 'largest_cents'],
    only: sql`game = ${game}`,
    // Days begin with the plays, which tell so elsewhere.
    firstMoment: sql`select null::timestamptz`,
    figures: ({ day, isWithin }) => sql`
      select ${day}, user_id, ${game}::text, count(*), sum(won_cents), sum(expected_cents), sum(variance),
        max(largest_cents)
      from (${odds}) play where ${isWithin} group by 1, user_id`,
  });
