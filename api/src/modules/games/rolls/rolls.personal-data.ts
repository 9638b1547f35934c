import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

/** Of what the server is bound to only the hashes: the seeds are shown by the rolls themselves. */
export const rollsPersonalData: Required<Module<never>>['personalData'] = {
  commitments: {
    key: 'nonce',
    rows: (userId) => sql`
      select nonce, server_seed_hash as "serverSeedHash", committed_at as "committedAt" from commitments
      where stream = 'user:' || ${userId}`,
  },
};
