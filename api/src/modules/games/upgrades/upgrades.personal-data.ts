import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

export const upgradesPersonalData: Required<Module<never>>['personalData'] = {
  upgrades: {
    key: 'nonce',
    rows: (userId) => sql`
      select id, target_item_id as "targetItemId", status, items_value_cents as "itemsValueCents",
        balance_cents as "balanceCents", target_value_cents as "targetValueCents", chance_units as "chanceUnits",
        inventory_item_id as "inventoryItemId",
        array(select inventory_item_id::text from upgrade_inputs where upgrade_id = upgrades.id order by 1) as inputs,
        nonce, server_seed as "serverSeed", server_seed_hash as "serverSeedHash",
        client_seed as "clientSeed", client_seed_source as "clientSeedSource", roll, committed_at as "committedAt", created_at as "createdAt"
      from upgrades where user_id = ${userId}`,
  },
};
