import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { SecondFactor, SecondFactorStatus, Tries } from './two-factor.records.ts';

export async function findStatus(db: Db | Tx, userId: Id<'user'>): Promise<SecondFactorStatus> {
  const rows = await db.query<SecondFactorStatus>(sql`
    select enabled_at,
      (select count(*)::int from recovery_codes where user_id = second_factors.user_id and used_at is null)
        as recovery_codes_left
    from second_factors where user_id = ${userId}`);
  return rows[0] ?? { enabledAt: null, recoveryCodesLeft: 0 };
}

export async function hasSecondFactor(db: Db | Tx, userId: Id<'user'>): Promise<boolean> {
  const rows = await db.query(sql`
    select from second_factors where user_id = ${userId} and enabled_at is not null`);
  return rows.length > 0;
}

/** It is locked last of all rows, and may be set up and not yet on. */
export async function lockSecondFactor(tx: Tx, userId: Id<'user'>): Promise<SecondFactor | null> {
  const rows = await tx.query<SecondFactor>(sql`
    select user_id, sealed_secret, key_id, enabled_at
    from second_factors where user_id = ${userId} and sealed_secret is not null for no key update`);
  return rows[0] ?? null;
}

/** Does nothing where the session has ended meanwhile. */
export async function upsertVerified(
  tx: Tx,
  { userId, sessionId, now }: { userId: Id<'user'>; sessionId: string; now: Date },
): Promise<void> {
  await tx.query(sql`
    insert into session_second_factors (session_id, user_id, verified_at)
    select id, user_id, ${now} from sessions where id = ${sessionId} and user_id = ${userId}
    on conflict (session_id) do update set verified_at = excluded.verified_at`);
}

/** Replaces an unconfirmed secret. Returns false where the factor is on. */
export async function upsertSecret(
  tx: Tx,
  { userId, sealedSecret, keyId }: Pick<SecondFactor, 'userId' | 'sealedSecret' | 'keyId'>,
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into second_factors (user_id, sealed_secret, key_id) values (${userId}, ${sealedSecret}, ${keyId})
    on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, key_id = excluded.key_id, last_step = null
    where second_factors.enabled_at is null
    returning user_id`);
  return rows.length > 0;
}

interface AcceptedTry {
  userId: Id<'user'>;
  triedAt: Date;
  /** Earlier acceptances are deleted. */
  since: Date;
}

/** Returns false where a code of this step or a later one was accepted before. */
export async function updateStep(tx: Tx, { userId, step, ...accepted }: AcceptedTry & { step: number }) {
  const rows = await tx.query(sql`
    update second_factors set last_step = ${step}, accepted_tries = ${acceptedWith(accepted)}
    where user_id = ${userId} and (last_step is null or last_step < ${step}) returning user_id`);
  return rows.length > 0;
}

export async function updateAccepted(tx: Tx, { userId, ...accepted }: AcceptedTry): Promise<void> {
  await tx.query(sql`
    update second_factors set accepted_tries = ${acceptedWith(accepted)} where user_id = ${userId}`);
}

const acceptedWith = ({ triedAt, since }: Omit<AcceptedTry, 'userId'>) => sql`
  array(select accepted from unnest(accepted_tries) accepted where accepted > ${since}) || ${triedAt}::timestamptz`;

export async function updateToEnabled(tx: Tx, userId: Id<'user'>, enabledAt: Date): Promise<void> {
  await tx.query(sql`
    update second_factors set enabled_at = ${enabledAt} where user_id = ${userId} and enabled_at is null`);
}

/** The recovery codes of the secret go, too. */
export async function updateToDisabled(tx: Tx, userId: Id<'user'>): Promise<void> {
  await Promise.all([
    deleteRecoveryCodes(tx, userId),
    tx.query(sql`
      update second_factors set sealed_secret = null, key_id = null, enabled_at = null, last_step = null
      where user_id = ${userId}`),
  ]);
}

export async function deleteRecoveryCodes(tx: Tx, userId: Id<'user'>): Promise<void> {
  await tx.query(sql`delete from recovery_codes where user_id = ${userId}`);
}

export async function insertRecoveryCodes(tx: Tx, userId: Id<'user'>, hashes: readonly Buffer[]): Promise<void> {
  await tx.query(sql`
    insert into recovery_codes (user_id, hash) select ${userId}, hash from unnest(${hashes}::bytea[]) hash`);
}

/** `left` is how many codes are still unused. */
export async function useRecoveryCode(
  tx: Tx,
  { userId, hash, now }: { userId: Id<'user'>; hash: Buffer; now: Date },
): Promise<{ isKnown: boolean; isUsedNow: boolean; left: number }> {
  const rows = await tx.query<{ isKnown: boolean; isUsedNow: boolean; left: number }>(sql`
    with used as (
      update recovery_codes set used_at = ${now}
      where user_id = ${userId} and hash = ${hash} and used_at is null returning hash)
    select coalesce(bool_or(hash = ${hash}), false) as is_known, exists (select from used) as is_used_now,
      count(*) filter (where used_at is null and hash <> ${hash})::int as left
    from recovery_codes where user_id = ${userId}`);
  return rows[0] ?? { isKnown: false, isUsedNow: false, left: 0 };
}

interface Try {
  userId: Id<'user'>;
  now: Date;
  /** Later tries count. */
  since: Date;
}

/**
 * Counts a try unless there are too many. One statement on one row gives room to at most `maxWrong` of any number at
 * once. A right try frees its room by `accepted_tries` when it commits.
 */
export async function insertTry(
  connections: Pick<Db, 'query'>,
  { userId, now, since }: Try,
  maxWrong: number,
): Promise<boolean> {
  const rows = await connections.query(sql`
    insert into second_factor_tries (user_id, tried_at) values (${userId}, array[${now}::timestamptz])
    on conflict (user_id) do update
    set tried_at = array(
        select tried from unnest(second_factor_tries.tried_at) tried where tried > ${since} order by tried
      ) || ${now}::timestamptz
    where (select count(*) from unnest(second_factor_tries.tried_at) tried where tried > ${since})
      - (select count(*) from second_factors, unnest(accepted_tries) accepted
        where second_factors.user_id = ${userId} and accepted > ${since}
          and accepted = any (second_factor_tries.tried_at))
      < ${maxWrong}
    returning user_id`);
  return rows.length > 0;
}

/** Returns true for one caller in each window. */
export async function updateToReported(tx: Tx, { userId, now, since }: Try): Promise<boolean> {
  const rows = await tx.query(sql`
    update second_factor_tries set reported_at = ${now}
    where user_id = ${userId} and (reported_at is null or reported_at <= ${since}) returning user_id`);
  return rows.length > 0;
}

export async function readTries(db: Db | Tx, userId: Id<'user'>): Promise<Tries> {
  const rows = await db.query<Tries>(sql`
    select tried_at, coalesce(accepted_tries, '{}') as accepted_at
    from second_factor_tries left join second_factors using (user_id) where user_id = ${userId}`);
  return rows[0] ?? { triedAt: [], acceptedAt: [] };
}

/** Jumps from one key to the next in the index. */
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

/** Skips rows that another process is sealing. */
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
