import { sql } from '../../../../platform/database/sql.ts';
import type { Game } from '../../rolls/index.ts';
import { SEAT_STREAM } from '../battles.sql.ts';
import { recomputedRolls } from './rounds.invariants.ts';

/** A play for each person, at the end of the battle; a round for each battle, whose creator sits in the first seat. */
const plays = sql`
  select user_id, first_nonce + round_count - 1 as nonce, seated.ended_at as created_at, entry_cents as wagered_cents,
    won_cents, is_winner as is_won, (seat = 1)::int as rounds
  from battle_seats seated join battles on battles.id = battle_id
  where user_id is not null and seated.ended_at is not null`;

/** Seats that are paid and not played; those of a cancelled battle were given back. */
const unplayed = sql`
  select user_id, first_nonce, first_nonce + round_count - 1 as last_nonce, entry_cents as stake_cents
  from battle_seats join battles on battles.id = battle_id
  where user_id is not null and status in ('WAITING', 'IN_PROGRESS')`;

export const battleGame = {
  name: 'BATTLES',
  rolls: sql`
    select ${SEAT_STREAM} as stream, nonce, server_seed,
      server_seed_hash, rolled.client_seed, client_seed_source, committed_at, created_at
    from battle_rolls rolled join battle_seats using (battle_id, seat)
    union all
    select 'battle:' || id, 1, tie_server_seed, tie_server_seed_hash, tie_client_seed, tie_client_seed_source,
      tie_committed_at, ended_at
    from battles where tie_roll is not null`,
  recomputed: recomputedRolls,
  drops: sql`
    select id, user_id, case_id, version_id, item_id, item_value_cents, chance_width, battle_id, created_at
    from battle_drops`,
  stakes: {
    transfers: { stake: 'BATTLE_ENTRY', refund: 'BATTLE_REFUND', prize: 'BATTLE_WIN' },
    plays,
    unplayed,
    figures: {
      takesNoncesAhead: true,
      odds: null,
      fields: {
        today: ['battlesToday', 'Battles that came to their end'],
        played: ['battlesPlayed', 'Battles that you have played to their end'],
        won: ['battlesWon', 'Those of them that you have won, or shared'],
      },
    },
  },
} as const satisfies Game;
