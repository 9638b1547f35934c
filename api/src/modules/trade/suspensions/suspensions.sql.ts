import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList } from '../../../platform/lists.ts';
import type { Suspension } from './suspensions.types.ts';

/** The first reversal stays the reason. Under the lock of the user's account, as everything that it stops. */
export async function insertSuspension(
  tx: Tx,
  { userId, since, reason, withdrawalId }: Omit<Suspension, 'username'>,
): Promise<void> {
  await tx.query(sql`
    insert into withdrawal_suspensions (user_id, since, reason, withdrawal_id)
    values (${userId}, ${since}, ${reason}, ${withdrawalId}) on conflict (user_id) do nothing`);
}

/** Gives what was lifted; null where the user is not suspended. */
export async function deleteSuspension(tx: Tx, userId: Id<'user'>): Promise<Suspension | null> {
  const rows = await tx.query<Suspension>(sql`
    delete from withdrawal_suspensions using users
    where user_id = ${userId} and users.id = user_id
    returning user_id, username, since, reason, withdrawal_id`);
  return rows[0] ?? null;
}

/** Of the closed accounts of a person: the first of them is now of who came back. */
export async function moveSuspensions(tx: Tx, userId: Id<'user'>, closedIds: readonly Id<'user'>[]): Promise<void> {
  await tx.query(sql`
    with moved as (
      delete from withdrawal_suspensions where user_id = any(${closedIds}::bigint[])
      returning since, reason, withdrawal_id)
    insert into withdrawal_suspensions (user_id, since, reason, withdrawal_id)
    select ${userId}, since, reason, withdrawal_id from moved order by since, withdrawal_id limit 1`);
}

/** Whether the user hands nothing on until an administrator has decided. */
export async function hasSuspension(db: Db | Tx, userId: Id<'user'>): Promise<boolean> {
  return (await findSuspended(db, [userId])).has(userId);
}

/** Those of the users who hand nothing on. */
export async function findSuspended(db: Db | Tx, userIds: readonly Id<'user'>[]): Promise<ReadonlySet<Id<'user'>>> {
  const rows = await db.query<{ userId: Id<'user'> }>(sql`
    select user_id from withdrawal_suspensions where user_id = any(${userIds}::bigint[])`);
  return new Set(rows.map(({ userId }) => userId));
}

export const countSuspensions = (db: Db): Promise<number> => countRows(db, { from: 'withdrawal_suspensions' });

/** The newest first. */
export async function listSuspensions(db: Db, part: ListPart): Promise<{ suspensions: Suspension[]; total: number }> {
  const list: RowList = {
    from: 'withdrawal_suspensions',
    order: { by: ['since', 'user_id'], way: 'desc' },
    key: ['user_id'],
  };
  const [suspensions, total] = await Promise.all([
    db.query<Suspension>(sql`
      select user_id, username, since, reason, withdrawal_id
      from (${partOf(list, part)}) suspension join users on users.id = user_id ${orderBy(list.order)}`),
    countSuspensions(db),
  ]);
  return { suspensions, total };
}
