import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { StoredCommitment } from './commitments.types.ts';

/** Of every key that commitments are sealed with, null for those in clear. From one to the next by the index. */
export async function listKeyIds(db: Db | Tx): Promise<(string | null)[]> {
  const rows = await db.query<{ keyId: string | null }>(sql`
    with recursive sealed as (
      (select key_id from commitments where key_id is not null order by key_id limit 1)
      union all
      select (select key_id from commitments where key_id > sealed.key_id order by key_id limit 1)
      from sealed where key_id is not null
    )
    select key_id as "keyId" from sealed where key_id is not null
    union all
    select null where exists (select from commitments where key_id is null)`);
  return rows.map(({ keyId }) => keyId);
}

/** Some of those under a key, null for those in clear, and none that another process is at. */
export function lockCommitmentsUnder(tx: Tx, keyId: string | null, count: number): Promise<StoredCommitment[]> {
  return tx.query<StoredCommitment>(sql`
    select stream, nonce, server_seed as "serverSeed", sealed_seed as "sealedSeed", key_id as "keyId" from commitments
    where ${keyId === null ? sql`key_id is null` : sql`key_id = ${keyId}`} limit ${count} for update skip locked`);
}

export async function updateSeeds(
  tx: Tx,
  keyId: string,
  rows: readonly (Pick<StoredCommitment, 'stream' | 'nonce'> & { sealedSeed: Buffer })[],
): Promise<void> {
  await tx.query(sql`
    update commitments set server_seed = null, sealed_seed = given.sealed_seed, key_id = ${keyId}
    from unnest(
      ${rows.map(({ stream }) => stream)}::text[], ${rows.map(({ nonce }) => nonce)}::bigint[],
      ${rows.map(({ sealedSeed }) => sealedSeed)}::bytea[]
    ) as given (stream, nonce, sealed_seed)
    where commitments.stream = given.stream and commitments.nonce = given.nonce`);
}
