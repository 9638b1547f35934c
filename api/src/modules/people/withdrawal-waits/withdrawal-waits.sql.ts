import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { NewWait } from './withdrawal-waits.records.ts';

/** Runs in the transaction of its cause. */
export async function insertWait(tx: Tx, { userId, cause, at }: NewWait): Promise<void> {
  await tx.query(sql`insert into withdrawal_waits (user_id, cause, begun_at) values (${userId}, ${cause}, ${at})`);
}

export async function findLastWait(db: Db | Tx, userId: Id<'user'>): Promise<Date | null> {
  const rows = await db.query<{ begunAt: Date | null }>(
    sql`select max(begun_at) as begun_at from withdrawal_waits where user_id = ${userId}`,
  );
  return rows[0]?.begunAt ?? null;
}

export async function deleteWaits(tx: Tx, userId: Id<'user'>): Promise<void> {
  await tx.query(sql`delete from withdrawal_waits where user_id = ${userId}`);
}
