import { sql } from '../../../../platform/database/sql.ts';
import type { Invariants } from '../../../../platform/invariants/invariants.ts';

/** What must hold of the seeds of shots that are committed to, beside what holds of all. */
export const shotCommitmentsInvariants: Invariants = {
  'a seed of a shot that nobody asked for is committed to at the time of the shot': sql`
    with known as materialized (select stream, nonce from commitments where stream like 'event:%')
    select shot.id from event_shots shot
    left join known on stream = 'event:' || event_id || ':user:' || user_id and known.nonce = shot.nonce
    where known.nonce is null and shot.committed_at <> shot.created_at`,
  'nothing is committed to beyond the next shot of an event': sql`
    select stream, nonce from commitments
    left join event_progress on stream = 'event:' || event_id || ':user:' || user_id
    where stream like 'event:%' and nonce > coalesce(shots, 0) + 1`,
  'what was shown of a shot before it is on the trail': sql`
    select stream, nonce from commitments shown where stream like 'event:%' and not exists (
      select from audit_entries where action = 'SEEDS_COMMITTED' and entity_type = 'event'
        and 'event:' || entity_id || ':user:' || audit_entries.user_id = shown.stream
        and metadata @> jsonb_build_object('firstNonce', shown.nonce)
        -- Entries of before there were digests name the hash itself.
        and (metadata @> jsonb_build_object('serverSeedHashes', jsonb_build_array(shown.server_seed_hash))
          or metadata ->> 'hashesDigest' = encode(sha256(convert_to(shown.server_seed_hash, 'UTF8')), 'hex')))`,
};
