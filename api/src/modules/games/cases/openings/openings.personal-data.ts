import { sql } from '../../../../platform/database/sql.ts';
import type { Module } from '../../../../platform/module.ts';
import { clientSeedOf, committedAtOf, serverSeedOf } from './stored-seeds.sql.ts';

export const openingsPersonalData: Required<Module<never>>['personalData'] = {
  openings: {
    key: 'nonce',
    rows: (userId) => sql`
      select id, case_id as "caseId", version_id as "versionId", item_id as "itemId", price_cents as "priceCents",
        item_value_cents as "itemValueCents", inventory_item_id as "inventoryItemId", is_flip as "isFlip",
        nonce, ${serverSeedOf} as "serverSeed", hash_of_seed(server_seed) as "serverSeedHash",
        ${clientSeedOf} as "clientSeed", client_seed_source as "clientSeedSource", roll,
        ${committedAtOf} as "committedAt", created_at as "createdAt"
      from case_openings where user_id = ${userId}`,
  },
};
