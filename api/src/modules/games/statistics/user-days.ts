import { sql } from '../../../platform/database/sql.ts';
import { type DailyRollUp, within } from '../../../platform/roll-ups/roll-ups.ts';
import type { GamePlays } from '../rolls/index.ts';

/** What each user has played, staked and won in a game. */
export const userDays = ({ game, plays }: GamePlays): DailyRollUp => ({
  firstMoment: sql`select min(created_at) from (${plays}) play`,
  fill: async (tx, span) => {
    await tx.query(sql`
      insert into user_days
        (day, user_id, game, plays, plays_won, wagered_cents, won_cents, best_win_cents, last_nonce)
      select ${span.day}::date, user_id, ${game}, count(*), count(*) filter (where is_won), sum(wagered_cents),
        sum(won_cents), max(won_cents), max(nonce)
      from (${plays}) play where ${within(span)} group by user_id`);
  },
});
