import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';
import { OPENING_CAUSE } from './inventory.types.ts';

export const inventoryPersonalData: Required<Module<never>>['personalData'] = {
  inventory: {
    key: 'id',
    rows: (userId) => sql`
      select held.id, item_id, items.name as item_name, held.status, acquired_at,
        acquired_from, locked_until,
        coalesce(source_type, ${OPENING_CAUSE}) as source_type, coalesce(source_id, opening_id::text) as source_id,
        sold_for_cents
      from inventory_items held left join items on items.id = item_id where held.user_id = ${userId}`,
  },
};

/** What could be sold, and what is held by something that is under way. */
export const inventoryUnsettled: Required<Module<never>>['unsettled'] = {
  items: (userId) => sql`
    select from inventory_counts
    where user_id = ${userId} and status in ('AVAILABLE', 'LOCKED', 'IN_SWAP') and count > 0`,
};
