import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

export const eventsPersonalData: Required<Module<never>>['personalData'] = {
  eventProgress: {
    key: 'eventId',
    rows: (userId) => sql`
      select event_id as "eventId", wagered_cents as "wageredCents", tickets_given as "ticketsGiven",
        tickets_spent as "ticketsSpent", shots
      from event_progress where user_id = ${userId}`,
  },
  eventClaims: {
    key: 'tierId',
    rows: (userId) => sql`
      select tier_id as "tierId", event_id as "eventId", inventory_item_id as "inventoryItemId",
        transfer_id as "transferId", tickets, created_at as "createdAt"
      from event_claims where user_id = ${userId}`,
  },
  eventShots: {
    key: 'id',
    rows: (userId) => sql`
      select id, event_id as "eventId", ticket_price as "ticketPrice", item_id as "itemId",
        item_value_cents as "itemValueCents", inventory_item_id as "inventoryItemId",
        nonce, server_seed as "serverSeed", server_seed_hash as "serverSeedHash",
        client_seed as "clientSeed", client_seed_source as "clientSeedSource", roll, committed_at as "committedAt", created_at as "createdAt"
      from event_shots where user_id = ${userId}`,
  },
};
