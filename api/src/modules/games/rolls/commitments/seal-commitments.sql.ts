import type { Db, Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Stream } from '../streams.ts';
import type { StoredSeeds } from './sealed-seeds.ts';

/** Of every key that commitments are sealed with, null for those in clear. From one to the next by the index. */
export async function listKeyIds(db: Db | Tx): Promise<(string | null)[]> {
  const rows = await db.query<{ keyId: string | null }>(sql`
    with recursive sealed as (
      (select key_id from commitment_runs where key_id is not null order by key_id limit 1)
      union all
      select (select key_id from commitment_runs where key_id > sealed.key_id order by key_id limit 1)
      from sealed where key_id is not null
    )
    select key_id from sealed where key_id is not null
    union all
    select null where exists (select from commitment_runs where key_id is null)`);
  return rows.map(({ keyId }) => keyId);
}

/** A run with what the table finds it by. */
interface LockedRun extends StoredSeeds {
  stream: Stream;
  firstNonce: string;
  lastNonce: string;
}

/** Some of those under a key, null for those in clear, and none that another process is at. */
export function lockRunsUnder(tx: Tx, keyId: string | null, count: number): Promise<LockedRun[]> {
  return tx.query<LockedRun>(sql`
    select stream, first_nonce, last_nonce, server_seed,
      sealed_seeds, key_id
    from commitment_runs where ${keyId === null ? sql`key_id is null` : sql`key_id = ${keyId}`}
    limit ${count} for update skip locked`);
}

export async function updateSeeds(
  tx: Tx,
  keyId: string,
  runs: readonly (Pick<LockedRun, 'stream' | 'lastNonce'> & { sealedSeeds: Buffer })[],
): Promise<void> {
  await tx.query(sql`
    update commitment_runs run set server_seed = null, sealed_seeds = given.sealed_seeds, key_id = ${keyId}
    from unnest(
      ${runs.map(({ stream }) => stream)}::text[], ${runs.map(({ lastNonce }) => lastNonce)}::bigint[],
      ${runs.map(({ sealedSeeds }) => sealedSeeds)}::bytea[]
    ) as given (stream, last_nonce, sealed_seeds)
    where run.stream = given.stream and run.last_nonce = given.last_nonce`);
}
