import type { Db, Tx } from '../../../../../platform/database/db.ts';
import { sql } from '../../../../../platform/database/sql.ts';
import type { Id } from '../../../../../platform/ids.ts';
import type { ExpiredDeposit } from '../change-deposits.sql.ts';

/** Null where none is open. */
export async function findLastPending(tx: Tx, userId: Id<'user'>): Promise<Id<'deposit'> | null> {
  const rows = await tx.query<{ id: Id<'deposit'> | null }>(
    sql`select max(id) as id from deposits where user_id = ${userId} and status = 'PENDING'`,
  );
  return rows[0]?.id ?? null;
}

interface Cancellation {
  userId: Id<'user'>;
  lastId: Id<'deposit'>;
  now: Date;
}

/** By id, as everybody locks deposits. One whose payment is being applied is waited for, and is none of these then. */
export function cancelPending(tx: Tx, { userId, lastId, now }: Cancellation): Promise<ExpiredDeposit[]> {
  return tx.query(sql`
    with open as (
      select id from deposits
      where user_id = ${userId} and status = 'PENDING' and id <= ${lastId} order by id for update)
    update deposits set status = 'EXPIRED', ended_at = ${now}, called_off_at = ${now}
    from open where deposits.id = open.id and deposits.status = 'PENDING'
    returning deposits.id, user_id, amount_cents`);
}

/** Those that somebody could still pay. */
export function listToRemove(db: Db, userId: Id<'user'>, now: Date): Promise<{ id: Id<'deposit'>; txid: string }[]> {
  return db.query(sql`
    select id, txid from deposits
    where user_id = ${userId} and called_off_at is not null and removed_at is null and expires_at > ${now} order by id`);
}

export async function markRemoved(db: Db, id: Id<'deposit'>, now: Date): Promise<void> {
  await db.query(sql`update deposits set removed_at = ${now} where id = ${id} and removed_at is null`);
}
