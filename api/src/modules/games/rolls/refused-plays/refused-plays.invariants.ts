import { sql } from '../../../../platform/database/sql.ts';
import type { Invariants } from '../../../../platform/invariants/invariants.ts';

export const refusedPlaysInvariants: Invariants = {
  'a refused play names the hash that was committed to for its nonce': sql`
    select id, stream, nonce from refused_plays
    where committed_hashes(stream, nonce, 1) is distinct from server_seed_hash`,
};
