import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { columnsOf } from '../../../platform/record.ts';
import { type OrderAnswer, type OrderStatus, OutsideOrder, type StoredOrder } from './orders.records.ts';

export interface Lease {
  owner: string;
  until: Date;
}

const IS_OPEN = sql`status in ('REQUESTED', 'SENT', 'UNKNOWN')`;
const ORDER_COLUMNS = sql`${columnsOf(OutsideOrder)}, ask, is_taken`;

export async function insertOrder(
  tx: Tx,
  { kind, projectId, ask }: Pick<StoredOrder, 'kind' | 'projectId' | 'ask'>,
  requestedAt: Date,
  lease: Lease,
): Promise<Id<'order'>> {
  const rows = await tx.query<{ id: Id<'order'> }>(sql`
    insert into orders (kind, project_id, ask, requested_at, lease_owner, lease_until)
    values (${kind}, ${projectId}, ${JSON.stringify(ask)}::jsonb, ${requestedAt}, ${lease.owner}, ${lease.until})
    returning id`);
  return (rows[0] as { id: Id<'order'> }).id;
}

/** Returns null if the order was sent before, or another process may send it. */
export async function updateToSent(
  db: Db,
  { id, kind }: Pick<StoredOrder, 'id' | 'kind'>,
  sentAt: Date,
  lease: Lease,
): Promise<StoredOrder | null> {
  const rows = await db.query<StoredOrder>(sql`
    update orders set status = 'SENT', sent_at = ${sentAt}, lease_until = ${lease.until}
    where id = ${id} and kind = ${kind} and status = 'REQUESTED' and lease_owner = ${lease.owner}
    returning ${ORDER_COLUMNS}`);
  return rows[0] ?? null;
}

/**
 * Only the process that wrote SENT at that moment knows that nothing was sent. An order that others gave up meanwhile
 * stays so. If the change to SENT arrives late, its lease is gone.
 */
export async function updateToNotSent(
  db: Db,
  id: Id<'order'>,
  { sentAt, by }: { sentAt: Date; by: string },
  lease: Lease,
): Promise<void> {
  await db.query(sql`
    update orders set status = 'REQUESTED', sent_at = null, lease_owner = ${lease.owner}, lease_until = ${lease.until}
    where id = ${id} and (
      status in ('SENT', 'UNKNOWN') and sent_at = ${sentAt} and not is_taken
      or status = 'REQUESTED' and lease_owner = ${by})`);
}

export async function updateToUnknown(db: Db, id: Id<'order'>, lease: Lease, isTaken: boolean): Promise<void> {
  await db.query(sql`
    update orders set status = 'UNKNOWN', lease_until = ${lease.until}, is_taken = is_taken or ${isTaken}
    where id = ${id} and status in ('SENT', 'UNKNOWN') and lease_owner = ${lease.owner}`);
}

export async function updateLease(db: Db, id: Id<'order'>, lease: Lease): Promise<void> {
  await db.query(sql`
    update orders set lease_until = ${lease.until}
    where id = ${id} and ${IS_OPEN} and lease_owner = ${lease.owner}`);
}

/**
 * Returns false if it is settled, or was not sent at `sentAt`; a null `sentAt` fits any time. Callers settle an order
 * before they lock anything that follows from it.
 */
export async function updateToSettled(
  tx: Tx,
  { id, sentAt, wasNeverSent }: Pick<StoredOrder, 'id' | 'sentAt'> & { wasNeverSent: boolean },
  answer: OrderAnswer<unknown>,
  settledAt: Date,
): Promise<boolean> {
  const [status, bought, refusal] =
    'bought' in answer ? ['BOUGHT', JSON.stringify(answer.bought), null] : ['REFUSED', null, answer.refused];
  // A restored backup has more digits than the milliseconds that we read.
  const rows = await tx.query<object>(sql`
    update orders set status = ${status}, bought = ${bought}::jsonb, refusal = ${refusal}, settled_at = ${settledAt}
    where id = ${id} and case when ${wasNeverSent} then status = 'REQUESTED' else status in ('SENT', 'UNKNOWN') end
      and (${sentAt}::timestamptz is null or date_trunc('milliseconds', sent_at) = ${sentAt})
    returning id`);
  return rows.length > 0;
}

export async function findOrder(db: Db | Tx, id: Id<'order'>): Promise<StoredOrder | null> {
  const rows = await db.query<StoredOrder>(sql`select ${ORDER_COLUMNS} from orders where id = ${id}`);
  return rows[0] ?? null;
}

/** The order is locked before everything that its end changes. */
export async function lockOrder(tx: Tx, id: Id<'order'>): Promise<StoredOrder | null> {
  const rows = await tx.query<StoredOrder>(sql`
    select ${ORDER_COLUMNS} from orders where id = ${id} for no key update`);
  return rows[0] ?? null;
}

/** Removes personal fields. Open orders still need them; settled ones are locked by nobody. */
export async function eraseFromAsks(tx: Tx, ids: readonly Id<'order'>[], fields: readonly string[]): Promise<void> {
  await tx.query(sql`
    update orders set ask = ask - ${fields}::text[]
    where id = any(${ids}::bigint[]) and ask ?| ${fields}::text[] and not ${IS_OPEN}`);
}

export async function findAnswer(db: Db | Tx, id: Id<'order'>): Promise<OrderAnswer<unknown> | null> {
  const rows = await db.query<{ status: OrderStatus; bought: unknown; refusal: string }>(sql`
    select status, bought, refusal from orders where id = ${id} and not ${IS_OPEN}`);
  const order = rows[0];
  if (order === undefined) return null;
  return order.status === 'BOUGHT' ? { bought: order.bought } : { refused: order.refusal };
}

export async function takeDueOrder(db: Db, now: Date, lease: Lease): Promise<StoredOrder | null> {
  const rows = await db.query<StoredOrder>(sql`
    update orders set lease_owner = ${lease.owner}, lease_until = ${lease.until}
    where id = (
      select id from orders where ${IS_OPEN} and lease_until <= ${now}
      order by lease_until limit 1 for update skip locked)
    returning ${ORDER_COLUMNS}`);
  return rows[0] ?? null;
}

interface OpenOrders {
  kind: string;
  status: OrderStatus;
  count: number;
  oldestAt: Date;
}

export async function countOpenOrders(db: Db): Promise<OpenOrders[]> {
  return db.query<OpenOrders>(sql`
    select kind, status, count(*)::integer as count, min(requested_at) as oldest_at from orders
    where ${IS_OPEN} group by kind, status`);
}

export async function insertSecondLook(tx: Tx, orderId: Id<'order'>, dueAt: Date): Promise<void> {
  await tx.query(sql`insert into order_second_looks (order_id, due_at) values (${orderId}, ${dueAt})`);
}

/** The look is due again then, unless it is moved or deleted. */
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

export async function deleteLook(db: Db | Tx, orderId: Id<'order'>): Promise<boolean> {
  const rows = await db.query<object>(
    sql`delete from order_second_looks where order_id = ${orderId} returning order_id`,
  );
  return rows.length > 0;
}
