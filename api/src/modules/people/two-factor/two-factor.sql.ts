import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { SecondFactor, SecondFactorStatus } from './two-factor.types.ts';

export async function findStatus(db: Db | Tx, userId: Id<'user'>): Promise<SecondFactorStatus> {
  const rows = await db.query<SecondFactorStatus>(sql`
    select enabled_at,
      (select count(*)::int from recovery_codes where user_id = second_factors.user_id and used_at is null)
        as recovery_codes_left
    from second_factors where user_id = ${userId}`);
  return rows[0] ?? { enabledAt: null, recoveryCodesLeft: 0 };
}

/** Whether a user's second factor is on. */
export async function hasSecondFactor(db: Db | Tx, userId: Id<'user'>): Promise<boolean> {
  const rows = await db.query(sql`
    select from second_factors where user_id = ${userId} and enabled_at is not null`);
  return rows.length > 0;
}

/** On or set up; null where there is neither. After accounts and all other rows: whoever locks it locks no more. */
export async function lockSecondFactor(tx: Tx, userId: Id<'user'>): Promise<SecondFactor | null> {
  const rows = await tx.query<SecondFactor>(sql`
    select user_id, sealed_secret, key_id, enabled_at
    from second_factors where user_id = ${userId} and sealed_secret is not null for no key update`);
  return rows[0] ?? null;
}

/** That the factor was given on a session; nothing where that has ended meanwhile. */
export async function upsertVerified(
  tx: Tx,
  { userId, sessionId, now }: { userId: Id<'user'>; sessionId: string; now: Date },
): Promise<void> {
  await tx.query(sql`
    insert into session_second_factors (session_id, user_id, verified_at)
    select id, user_id, ${now} from sessions where id = ${sessionId} and user_id = ${userId}
    on conflict (session_id) do update set verified_at = excluded.verified_at`);
}

/** A secret in the place of one that no code has confirmed; false where the factor is on, which nothing overwrites. */
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
  /** Acceptances from before it are forgotten. */
  since: Date;
}

/** False where a code of this step or a later one was accepted before. */
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

/** The codes go with it: they were ways around this secret. */
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

/** Whether there is such a code, and whether it was unused until now; `left` is how many are still unused. */
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
