import { sql } from '../../../../platform/database/sql.ts';
import type { Module } from '../../../../platform/module.ts';

/** The rows stay when an account is closed, as its plays do: their leaves are public, and name nobody. */
export const refusedPlaysPersonalData: Required<Module<never>>['personalData'] = {
  refusedPlays: {
    key: 'id',
    rows: (userId) => sql`
      select id, stream, nonce, server_seed_hash, client_seed, code, game,
        terms::json as terms, created_at
      from refused_plays where user_id = ${userId}`,
  },
};
