import { sql } from '../../../../platform/database/sql.ts';
import type { Module } from '../../../../platform/module.ts';

/** Of what the server is bound to only the hashes: the seeds are shown by the rolls themselves. */
export const commitmentsPersonalData: Required<Module<never>>['personalData'] = {
  commitments: {
    key: 'last_nonce',
    rows: (userId) => sql`
      select first_nonce, last_nonce, array(
          select encode(substring(server_seed_hashes from place * 32 + 1 for 32), 'hex')
          from generate_series(0, (last_nonce - first_nonce)::int) place) as server_seed_hashes,
        committed_at
      from commitment_runs where stream = 'user:' || ${userId}`,
  },
};
