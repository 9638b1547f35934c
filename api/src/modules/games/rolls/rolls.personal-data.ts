import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

/** Of what the server is bound to only the hashes: the seeds are shown by the rolls themselves. */
export const rollsPersonalData: Required<Module<never>>['personalData'] = {
  commitments: {
    key: 'lastNonce',
    rows: (userId) => sql`
      select first_nonce as "firstNonce", last_nonce as "lastNonce",
        array(
          select substr(server_seed_hashes, 1 + 64 * place, 64)
          from generate_series(0, (last_nonce - first_nonce)::int) as place) as "serverSeedHashes",
        committed_at as "committedAt"
      from commitment_runs where stream = 'user:' || ${userId}`,
  },
};
