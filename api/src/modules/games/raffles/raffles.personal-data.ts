import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

export const rafflesPersonalData: Required<Module<never>>['personalData'] = {
  raffleTickets: {
    key: 'transferId',
    rows: (userId) => sql`
      select transfer_id as "transferId", raffle_id as "raffleId", first_ticket as "firstTicket", tickets,
        created_at as "createdAt"
      from raffle_purchases where user_id = ${userId}`,
  },
  rafflePrizes: {
    key: 'raffleId',
    rows: (userId) => sql`
      select raffle_id as "raffleId", display_order as "displayOrder", item_id as "itemId",
        item_value_cents as "itemValueCents", winning_ticket as "winningTicket", inventory_item_id as "inventoryItemId"
      from raffle_prizes where winner_id = ${userId}`,
  },
};

export const rafflesUnsettled: Required<Module<never>>['unsettled'] = {
  raffleTickets: (userId) => sql`
    select from raffle_buyers join raffles on raffles.id = raffle_id
    where user_id = ${userId} and status in ('ACTIVE', 'DRAWING')`,
};
