import { sql } from '../../../../platform/database/sql.ts';
import type { Module } from '../../../../platform/module.ts';

export const offersPersonalData: Required<Module<never>>['personalData'] = {
  swaps: {
    key: 'id',
    rows: (userId) => sql`
      select id, creator_id, acceptor_id, is_public, status,
        created_at, ended_at,
        (select json_agg(json_build_object('inventoryItemId', inventory_item_id::text, 'itemId', item_id::text,
            'isOffered', is_offered) order by inventory_item_id) from swap_items where swap_id = swaps.id) as items
      from swaps where creator_id = ${userId} or acceptor_id = ${userId}`,
  },
};

/** Of one's own: what others offer is theirs to take back, and keeps nobody from leaving. */
export const offersUnsettled: Required<Module<never>>['unsettled'] = {
  swaps: (userId) => sql`select from swaps where creator_id = ${userId} and status = 'PENDING'`,
};
