import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';

export async function insertSecondLook(tx: Tx, orderId: Id<'order'>, dueAt: Date): Promise<void> {
  await tx.query(sql`insert into order_second_looks (order_id, due_at) values (${orderId}, ${dueAt})`);
}

/** The one that is due longest, which is due again then unless it is put off or over. Null where none is. */
export async function takeDueLook(db: Db, now: Date, dueAgainAt: Date): Promise<Id<'order'> | null> {
  const rows = await db.query<{ id: Id<'order'> }>(sql`
    update order_second_looks set due_at = ${dueAgainAt}
    where order_id = (
      select order_id from order_second_looks where due_at <= ${now}
      order by due_at limit 1 for update skip locked)
    returning order_id as id`);
  return rows[0]?.id ?? null;
}

export async function updateLookDue(db: Db, orderId: Id<'order'>, dueAt: Date): Promise<void> {
  await db.query(sql`update order_second_looks set due_at = ${dueAt} where order_id = ${orderId}`);
}

/** False where another has ended it. */
export async function deleteLook(db: Db | Tx, orderId: Id<'order'>): Promise<boolean> {
  const rows = await db.query<object>(
    sql`delete from order_second_looks where order_id = ${orderId} returning order_id`,
  );
  return rows.length > 0;
}
