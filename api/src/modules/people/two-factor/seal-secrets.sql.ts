import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { SecondFactor } from './two-factor.types.ts';

/** Of every key that secrets are sealed with. From one to the next by the index. */
export async function listKeyIds(db: Db | Tx): Promise<string[]> {
  const rows = await db.query<{ keyId: string }>(sql`
    with recursive sealed as (
      (select key_id from second_factors where key_id is not null order by key_id limit 1)
      union all
      select (select key_id from second_factors where key_id > sealed.key_id order by key_id limit 1)
      from sealed where key_id is not null
    )
    select key_id from sealed where key_id is not null`);
  return rows.map(({ keyId }) => keyId);
}

type SealedSecret = Pick<SecondFactor, 'userId' | 'sealedSecret' | 'keyId'>;

/** Some of those under a key, and none that another process is at. */
export function lockSecretsUnder(tx: Tx, keyId: string, count: number): Promise<SealedSecret[]> {
  return tx.query<SealedSecret>(sql`
    select user_id, sealed_secret, key_id from second_factors
    where key_id = ${keyId} limit ${count} for no key update skip locked`);
}

export async function updateSecrets(tx: Tx, keyId: string, rows: readonly Omit<SealedSecret, 'keyId'>[]) {
  await tx.query(sql`
    update second_factors set sealed_secret = given.sealed_secret, key_id = ${keyId}
    from unnest(
      ${rows.map(({ userId }) => userId)}::bigint[], ${rows.map(({ sealedSecret }) => sealedSecret)}::bytea[]
    ) as given (user_id, sealed_secret)
    where second_factors.user_id = given.user_id`);
}
