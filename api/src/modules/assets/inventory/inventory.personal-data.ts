import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';
import { OPENING_CAUSE } from './inventory.types.ts';

export const inventoryPersonalData: Required<Module<never>>['personalData'] = {
  inventory: {
    key: 'id',
    rows: (userId) => sql`
      select held.id, item_id as "itemId", items.name as "itemName", held.status, acquired_at as "acquiredAt",
        acquired_from as "acquiredFrom", locked_until as "lockedUntil",
        coalesce(source_type, ${OPENING_CAUSE}) as "sourceType", coalesce(source_id, opening_id::text) as "sourceId",
        sold_for_cents as "soldForCents"
      from inventory_items held left join items on items.id = item_id where held.user_id = ${userId}`,
  },
};

/** What could be sold, and what is held by something that is under way. */
export const inventoryUnsettled: Required<Module<never>>['unsettled'] = {
  items: (userId) => sql`
    select from inventory_counts
    where user_id = ${userId} and status in ('AVAILABLE', 'LOCKED', 'IN_SWAP') and count > 0`,
};
