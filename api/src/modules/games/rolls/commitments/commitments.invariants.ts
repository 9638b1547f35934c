import { type Sql, sql } from '../../../../platform/database/sql.ts';
import { type Invariants, PAGE_ROWS, walk } from '../../../../platform/invariants/invariants.ts';
import type { Seal } from '../../../../platform/secrets/sealing.ts';
import type { SecretsKeys } from '../../../../platform/secrets/secrets.ts';
import { splitSeeds } from '../../../../platform/secrets/split-seeds.ts';
import { seedDifferences } from '../independent-rolls.ts';
import { createSeedSeal, openSeeds, type StoredSeeds } from './sealed-seeds.ts';

interface RunRow extends StoredSeeds {
  stream: string;
  firstNonce: string;
  lastNonce: string;
  hashes: string;
}

const PAGE_RUNS = PAGE_ROWS / 10;

const runs = (keys: SecretsKeys) => {
  const seal = createSeedSeal(keys);
  return walk<RunRow>({
    pageAfter: (last) => sql`
      select stream, first_nonce, last_nonce, server_seed,
        sealed_seeds, key_id, encode(server_seed_hashes, 'hex') as hashes
      from commitment_runs where (stream, last_nonce) > (${last?.stream ?? ''}, ${last?.lastNonce ?? 0})
      order by stream, last_nonce limit ${PAGE_RUNS}`,
    nameOf: ({ stream, firstNonce }) => ({ stream, firstNonce }),
    differingIn: (row) => differingIn(seal, row),
  });
};

const digestOf = (spaced: Sql) => sql`encode(sha256(convert_to(${spaced}, 'UTF8')), 'hex')`;

function differingIn(seal: Seal, { hashes, lastNonce: _lastNonce, ...stored }: RunRow): string[] {
  if (stored.keyId !== null && !seal.knownKeyIds.has(stored.keyId)) return ['key_id'];
  try {
    const seeds = openSeeds(seal, stored);
    const each = splitSeeds(hashes).flatMap((hash, index) =>
      seedDifferences({ serverSeed: seeds[index] ?? '', serverSeedHash: hash }),
    );
    return [...new Set(each)];
  } catch {
    return ['sealed_seeds'];
  }
}

/** Old entries name a user instead of a stream, or every hash instead of a digest. */
const shown = sql`
  select stream, first_nonce, nonces, hashes_digest from audit_entries
  cross join lateral (
    select coalesce(metadata ->> 'stream',
        case entity_type when 'event' then 'event:' || entity_id || ':' else '' end || 'user:' || user_id) as stream,
      (metadata ->> 'firstNonce')::bigint as first_nonce,
      coalesce((metadata ->> 'count')::bigint, jsonb_array_length(metadata -> 'serverSeedHashes')) as nonces,
      coalesce(metadata ->> 'hashesDigest', ${digestOf(sql`array_to_string(array(
        select jsonb_array_elements_text(metadata -> 'serverSeedHashes')), ' ')`)}) as hashes_digest) entry
  where action = 'SEEDS_COMMITTED'`;

export const commitmentsInvariants: Invariants = {
  'every hash that was shown is still committed to': sql`
    select stream, first_nonce, nonces from (${shown}) shown
    cross join lateral committed_hashes(stream, first_nonce, nonces) as hashes
    where length(hashes) is distinct from 64 * nonces
      or ${digestOf(sql`rtrim(regexp_replace(hashes, '(.{64})', '\\1 ', 'g'))`)} is distinct from hashes_digest`,
  'every hash that is committed to is on the trail': {
    byOwnWays: sql`
      select stream, committed.nonces from (
        select stream, range_agg(int8range(first_nonce, last_nonce, '[]')) as nonces from commitment_runs group by stream
      ) committed left join (
        select stream, range_agg(int8range(first_nonce, first_nonce + nonces)) as nonces
        from (${shown}) shown where nonces > 0 group by stream
      ) on_trail using (stream)
      where on_trail.nonces is null or not committed.nonces <@ on_trail.nonces`,
  },
  'every hash that was committed to is that of its seed': { withKeys: runs },
  'a refused play names the hash that was committed to for its nonce': sql`
    select id, stream, nonce from refused_plays
    where committed_hashes(stream, nonce, 1) is distinct from server_seed_hash`,
};
