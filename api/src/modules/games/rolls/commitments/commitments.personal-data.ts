import { sql } from '../../../../platform/database/sql.ts';
import type { Module } from '../../../../platform/module.ts';

/** Of what the server is bound to only the hashes: the seeds are shown by the rolls themselves. */
export const commitmentsPersonalData: Required<Module<never>>['personalData'] = {
  commitments: {
    key: 'lastNonce',
    rows: (userId) => sql`
      select first_nonce as "firstNonce", last_nonce as "lastNonce", array(
          select encode(substring(server_seed_hashes from place * 32 + 1 for 32), 'hex')
          from generate_series(0, (last_nonce - first_nonce)::int) place) as "serverSeedHashes",
        committed_at as "committedAt"
      from commitment_runs where stream = 'user:' || ${userId}`,
  },
};
