import { sql } from '../../../platform/database/sql.ts';
import type { Invariants } from '../../../platform/invariants/invariants.ts';
import { PAGE_ROWS, walk } from '../../../platform/invariants/walk.ts';
import type { Seal } from '../../../platform/sealing.ts';
import type { SecretsKeys } from '../../../platform/secrets.ts';
import { seedDifferences } from './independent-rolls.ts';
import { createSeedSeal, eachOf, openSeeds, type StoredSeeds } from './sealed-seeds.ts';

interface RunRow extends StoredSeeds {
  stream: string;
  firstNonce: string;
  lastNonce: string;
  hashes: string;
}

const runs = (keys: SecretsKeys) => {
  const seal = createSeedSeal(keys);
  return walk<RunRow>({
    pageAfter: (last) => sql`
      select stream, first_nonce as "firstNonce", last_nonce as "lastNonce", server_seed as "serverSeed",
        sealed_seeds as "sealedSeeds", key_id as "keyId", server_seed_hashes as hashes
      from commitment_runs where (stream, last_nonce) > (${last?.stream ?? ''}, ${last?.lastNonce ?? 0})
      order by stream, last_nonce limit ${PAGE_ROWS}`,
    nameOf: ({ stream, firstNonce }) => ({ stream, firstNonce }),
    differingIn: (row) => differingIn(seal, row),
  });
};

/** Of a run in which several seeds differ, in what they do. */
function differingIn(seal: Seal, { hashes, lastNonce: _lastNonce, ...stored }: RunRow): string[] {
  if (stored.keyId !== null && !seal.knownKeyIds.has(stored.keyId)) return ['key_id'];
  try {
    const seeds = openSeeds(seal, stored);
    const each = eachOf(hashes).flatMap((hash, index) =>
      seedDifferences({ server_seed: seeds[index] ?? '', server_seed_hash: hash }),
    );
    return [...new Set(each)];
  } catch {
    return ['sealed_seeds'];
  }
}

/** What the trail says was shown, a row for each hash. Entries from before streams were named are of users. */
const shown = sql`
  select coalesce(metadata ->> 'stream',
      case entity_type when 'event' then 'event:' || entity_id || ':' else '' end || 'user:' || user_id) as stream,
    (metadata ->> 'firstNonce')::bigint + place - 1 as nonce, shown_hash
  from audit_entries
  cross join lateral jsonb_array_elements_text(metadata -> 'serverSeedHashes') with ordinality as given (shown_hash, place)
  where action = 'SEEDS_COMMITTED'`;

/** What must hold of the seeds that are committed to. */
export const rollsInvariants: Invariants = {
  'every hash that was shown is still committed to': sql`
    select stream, nonce from (${shown}) shown left join commitments using (stream, nonce)
    where server_seed_hash is distinct from shown_hash`,
  'every hash that is committed to is on the trail': {
    byOwnWays: sql`
      select stream, nonce from commitments left join (${shown}) shown using (stream, nonce)
      where shown_hash is distinct from server_seed_hash`,
  },
  'every hash that was committed to is that of its seed': { withKeys: runs },
};
