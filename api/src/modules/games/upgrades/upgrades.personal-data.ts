import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

export const upgradesPersonalData: Required<Module<never>>['personalData'] = {
  upgrades: {
    key: 'nonce',
    rows: (userId) => sql`
      select id, target_item_id, status, items_value_cents,
        balance_cents, target_value_cents, chance_units,
        inventory_item_id,
        array(select inventory_item_id::text from upgrade_inputs where upgrade_id = upgrades.id order by 1) as inputs,
        nonce, server_seed, server_seed_hash,
        client_seed, client_seed_source, roll, committed_at, created_at
      from upgrades where user_id = ${userId}`,
  },
};
