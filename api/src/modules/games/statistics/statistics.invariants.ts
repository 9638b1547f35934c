import { join, sql } from '../../../platform/database/sql.ts';
import type { Invariants } from '../../../platform/invariants/invariants.ts';
import type { WagerGame } from '../rolls/index.ts';

export function statisticsInvariants(games: readonly WagerGame[]): Invariants {
  const plays = join(
    games.map((each) => sql`select ${each.name} as game, play.* from (${each.stakes.plays}) play`),
    ' union all ',
  );
  return {
    'the kept figures of each user are the truth': sql`
      with truth as (
        select (created_at at time zone 'America/Sao_Paulo')::date as day, user_id, game, count(*) as plays,
          count(*) filter (where is_won) as plays_won, sum(wagered_cents) as wagered_cents,
          sum(won_cents) as won_cents, max(won_cents) as best_win_cents, max(nonce) as last_nonce
        from (${plays}) play group by 1, 2, 3)
      select day, user_id, game from (select * from truth where day in (select day from rolled_days)) truth
      full join user_days kept using (day, user_id, game)
      where (truth.plays, truth.plays_won, truth.wagered_cents, truth.won_cents, truth.best_win_cents, truth.last_nonce)
        is distinct from
        (kept.plays, kept.plays_won, kept.wagered_cents, kept.won_cents, kept.best_win_cents, kept.last_nonce)`,
    'the kept figures of each game are the truth': sql`
      with truth as (
        select (created_at at time zone 'America/Sao_Paulo')::date as day, game, count(*) as plays,
          count(*) filter (where is_won) as plays_won, sum(rounds) as rounds, sum(wagered_cents) as wagered_cents,
          sum(won_cents) as won_cents
        from (${plays}) play group by 1, 2)
      select day, game from (select * from truth where day in (select day from rolled_days)) truth
      full join game_days kept using (day, game)
      where (truth.plays, truth.plays_won, truth.rounds, truth.wagered_cents, truth.won_cents)
        is distinct from (kept.plays, kept.plays_won, kept.rounds, kept.wagered_cents, kept.won_cents)`,
  };
}
