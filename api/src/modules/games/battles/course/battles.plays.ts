import { sql } from '../../../../platform/database/sql.ts';
import type { GameDrops, GamePlays } from '../../rolls/index.ts';
import { SEAT_STREAM } from '../battles.sql.ts';

/** A play for each person, at the end of the battle. */
export const battlePlays: GamePlays = {
  game: 'BATTLES',
  plays: sql`
    select user_id, first_nonce + round_count - 1 as nonce, seated.ended_at as created_at, entry_cents as wagered_cents,
      won_cents, is_winner as is_won
    from battle_seats seated join battles on battles.id = battle_id
    where user_id is not null and seated.ended_at is not null`,
  takesNoncesAhead: true,
};

/** Seats that are paid and not played; those of a cancelled battle were given back. */
export const awaitedSeats = sql`
  select user_id, first_nonce, first_nonce + round_count - 1 as last_nonce, entry_cents as stake_cents
  from battle_seats join battles on battles.id = battle_id
  where user_id is not null and status in ('WAITING', 'IN_PROGRESS')`;

export const battleRolls = sql`
  select ${SEAT_STREAM} as stream, nonce, server_seed,
    server_seed_hash, rolled.client_seed, client_seed_source, committed_at, created_at
  from battle_rolls rolled join battle_seats using (battle_id, seat)
  union all
  select 'battle:' || id, 1, tie_server_seed, tie_server_seed_hash, tie_client_seed, tie_client_seed_source,
    tie_committed_at, ended_at
  from battles where tie_roll is not null`;

export const battleDrops: GameDrops = {
  game: battlePlays.game,
  drops: sql`
    select id, user_id, case_id, version_id, item_id, item_value_cents, chance_width, battle_id, created_at
    from battle_drops`,
};
