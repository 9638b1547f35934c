import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

/** Of what the server is bound to only the hashes: the seeds are shown by the rolls themselves. */
export const rollsPersonalData: Required<Module<never>>['personalData'] = {
  commitments: {
    key: 'lastNonce',
    rows: (userId) => sql`
      select first_nonce as "firstNonce", last_nonce as "lastNonce", server_seed_hashes as "serverSeedHashes",
        committed_at as "committedAt"
      from commitment_runs where stream = 'user:' || ${userId}`,
  },
};
