import { sql } from '../../../../platform/database/sql.ts';
import type { Module } from '../../../../platform/module.ts';
import { clientSeedOf, committedAtOf, serverSeedOf } from './stored-seeds.sql.ts';

export const openingsPersonalData: Required<Module<never>>['personalData'] = {
  openings: {
    key: 'nonce',
    rows: (userId) => sql`
      select id, case_id, version_id, item_id, price_cents,
        item_value_cents, inventory_item_id, is_flip,
        nonce, ${serverSeedOf} as server_seed, hash_of_seed(server_seed) as server_seed_hash,
        ${clientSeedOf} as client_seed, client_seed_source, roll,
        ${committedAtOf} as committed_at, created_at
      from case_openings where user_id = ${userId}`,
  },
};
