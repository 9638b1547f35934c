import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

export const eventsPersonalData: Required<Module<never>>['personalData'] = {
  eventProgress: {
    key: 'event_id',
    rows: (userId) => sql`
      select event_id, wagered_cents, tickets_given,
        tickets_spent, shots
      from event_progress where user_id = ${userId}`,
  },
  eventClaims: {
    key: 'tier_id',
    rows: (userId) => sql`
      select tier_id, event_id, inventory_item_id,
        transfer_id, tickets, created_at
      from event_claims where user_id = ${userId}`,
  },
  eventShots: {
    key: 'id',
    rows: (userId) => sql`
      select id, event_id, ticket_price, item_id,
        item_value_cents, inventory_item_id,
        nonce, server_seed, server_seed_hash,
        client_seed, client_seed_source, roll, committed_at, created_at
      from event_shots where user_id = ${userId}`,
  },
};
