import { sql } from '../../../../platform/database/sql.ts';
import type { Module } from '../../../../platform/module.ts';

export const sitePersonalData: Required<Module<never>>['personalData'] = {
  siteSwaps: {
    key: 'id',
    rows: (userId) => sql`
      select id, item_id, status, given_cents, target_cents,
        credit_cents, received_id, failure_reason,
        created_at, settled_at,
        (select json_build_object('resolution', resolution, 'refundCents', refund_cents::text, 'at', created_at)
          from site_swap_returns where site_swap_id = site_swaps.id) as "return",
        (select json_agg(json_build_object('inventoryItemId', inventory_item_id::text, 'itemId', item_id::text,
            'valueCents', value_cents::text) order by inventory_item_id)
          from site_swap_items where site_swap_id = site_swaps.id) as items
      from site_swaps where user_id = ${userId}`,
  },
};

export const siteUnsettled: Required<Module<never>>['unsettled'] = {
  siteSwaps: (userId) => sql`select from site_swaps where user_id = ${userId} and status = 'PENDING'`,
};
