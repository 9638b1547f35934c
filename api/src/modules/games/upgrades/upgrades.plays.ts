import { sql } from '../../../platform/database/sql.ts';
import type { GameOdds, GamePlays } from '../rolls/index.ts';

export const upgradePlays: GamePlays = {
  game: 'UPGRADES',
  plays: sql`
    select user_id, nonce, created_at, items_value_cents + balance_cents as wagered_cents,
      case status when 'WON' then target_value_cents else 0 end as won_cents, status = 'WON' as is_won
    from upgrades`,
};

/** One of two: the target at its chance, which is in millionths, or nothing. */
export const upgradeOdds: GameOdds = {
  game: upgradePlays.game,
  odds: sql`
    select user_id, created_at, case status when 'WON' then target_value_cents else 0 end as won_cents,
      target_value_cents * chance as expected_cents,
      target_value_cents::numeric * target_value_cents * chance * (1 - chance) as variance,
      target_value_cents as largest_cents
    from (select *, chance_units * 0.000001 as chance from upgrades) upgrade`,
};

export const upgradeRolls = sql`
  select 'user:' || user_id as stream, nonce, server_seed, server_seed_hash, client_seed, client_seed_source, committed_at,
    created_at
  from upgrades`;
