import { sql } from '../../../platform/database/sql.ts';
import type { GamePlays } from '../rolls/index.ts';

export const upgradePlays: GamePlays = {
  game: 'UPGRADES',
  plays: sql`
    select user_id, nonce, created_at, items_value_cents + balance_cents as wagered_cents,
      case status when 'WON' then target_value_cents else 0 end as won_cents, status = 'WON' as is_won
    from upgrades`,
};

export const upgradeRolls = sql`
  select 'user:' || user_id as stream, nonce, server_seed, server_seed_hash, client_seed, client_seed_source, committed_at,
    created_at
  from upgrades`;
