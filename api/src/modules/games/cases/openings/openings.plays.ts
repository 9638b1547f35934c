import { sql } from '../../../../platform/database/sql.ts';
import type { GameDrops, GamePlays } from '../../rolls/index.ts';

/** Each opening gives an item, so each is won. */
export const openingPlays: GamePlays = {
  game: 'CASES',
  plays: sql`
    select user_id, nonce, created_at, price_cents as wagered_cents, item_value_cents as won_cents, true as is_won
    from case_openings`,
};

export const openingRolls = sql`
  select 'user:' || user_id as stream, nonce, server_seed, server_seed_hash, client_seed, client_seed_source, committed_at,
    created_at
  from case_openings`;

export const openingDrops: GameDrops = {
  game: openingPlays.game,
  drops: sql`
    select id, user_id, case_id, version_id, item_id, item_value_cents, chance_width, null::bigint as battle_id, created_at
    from case_openings`,
};
