import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

/** The user's own seats, and the rolls that were made there, whose seeds are revealed by it. */
export const battlesPersonalData: Required<Module<never>>['personalData'] = {
  battleSeats: {
    key: 'battle_id',
    rows: (userId) => sql`
      select battle_id, seat, mode, status, entry_cents, taken_at,
        seated.client_seed, first_nonce, total_cents,
        is_winner, won_cents, seated.ended_at,
        (select json_agg(json_build_object('round', round, 'itemId', item_id::text, 'valueCents', value_cents::text,
            'nonce', nonce, 'serverSeed', server_seed, 'serverSeedHash', server_seed_hash, 'clientSeed', client_seed,
            'clientSeedSource', client_seed_source, 'roll', roll) order by round)
          from battle_rolls rolled where rolled.battle_id = seated.battle_id and rolled.seat = seated.seat) as rolls
      from battle_seats seated join battles on battles.id = battle_id where user_id = ${userId}`,
  },
};

export const battlesUnsettled: Required<Module<never>>['unsettled'] = {
  battles: (userId) => sql`
    select from battle_seats join battles on battles.id = battle_id
    where user_id = ${userId} and status in ('WAITING', 'IN_PROGRESS')`,
};
