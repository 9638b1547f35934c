import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

export const rafflesPersonalData: Required<Module<never>>['personalData'] = {
  raffleTickets: {
    key: 'transfer_id',
    rows: (userId) => sql`
      select transfer_id, raffle_id, first_ticket, tickets,
        created_at
      from raffle_purchases where user_id = ${userId}`,
  },
  rafflePrizes: {
    key: 'raffle_id',
    rows: (userId) => sql`
      select raffle_id, display_order, item_id,
        item_value_cents, winning_ticket, inventory_item_id
      from raffle_prizes where winner_id = ${userId}`,
  },
};

export const rafflesUnsettled: Required<Module<never>>['unsettled'] = {
  raffleTickets: (userId) => sql`
    select from raffle_buyers join raffles on raffles.id = raffle_id
    where user_id = ${userId} and status in ('ACTIVE', 'DRAWING')`,
};
