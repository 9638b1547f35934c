import type { Db, Tx } from '../../../../platform/database/db.ts';
import { lookUp, type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList } from '../../../../platform/lists.ts';
import type { Cents } from '../../../../platform/money.ts';
import { columnsOf } from '../../../../platform/record.ts';
import { type Payout, PayoutRow, type PayoutStatus, type ReviewedPayout } from './payouts.records.ts';

const PAYOUT = columnsOf(PayoutRow, 'payout');

export interface PayoutFilter {
  status: PayoutStatus | undefined;
  userId: Id<'user'> | undefined;
}

const listThat = ({ status, userId }: PayoutFilter): RowList => ({
  from: 'money_withdrawals',
  ...(userId === undefined ? {} : { of: sql`user_id = ${userId}` }),
  where: status === undefined ? [] : [sql`status = ${status}`],
  order: { by: ['id'], way: 'desc' },
});

const REVIEWED = sql`
  ${PAYOUT}, users.username,
  (select debt_cents from accounts where accounts.user_id = payout.user_id) as debt_cents,
  (select coalesce(sum(gone.amount_cents), 0) from deposit_returns gone join deposits on deposits.id = gone.deposit_id
    where gone.status = 'OPEN' and coalesce(owed_by, deposits.user_id) = payout.user_id) as open_return_cents,
  (select project_id from orders where orders.id = payout.order_id) as send_id,
  (select refusal from orders where orders.id = payout.order_id) as provider_reason`;

/** Newest first. */
export async function listPayouts(
  db: Db,
  filter: PayoutFilter,
  part: ListPart,
): Promise<{ payouts: ReviewedPayout[]; total: number }> {
  const list = listThat(filter);
  const [payouts, total] = await Promise.all([
    db.query<ReviewedPayout>(sql`
      select ${REVIEWED} from (${partOf(list, part)}) payout ${lookUp('users', 'payout.user_id')}
      ${orderBy(list.order, 'payout')}`),
    countRows(db, list),
  ]);
  return { payouts, total };
}

export async function findReviewedPayout(db: Db | Tx, id: Id<'money-withdrawal'>): Promise<ReviewedPayout | null> {
  const rows = await db.query<ReviewedPayout>(sql`
    select ${REVIEWED} from money_withdrawals payout ${lookUp('users', 'payout.user_id')}
    where payout.id = ${id}`);
  return rows[0] ?? null;
}

export async function findPayoutOwner(tx: Tx, id: Id<'money-withdrawal'>): Promise<Id<'user'> | null> {
  const rows = await tx.query<{ userId: Id<'user'> }>(sql`
    select user_id from money_withdrawals where id = ${id}`);
  return rows[0]?.userId ?? null;
}

/** Returns null once the owner has closed the account. */
export async function findPixKey(db: Db, id: Id<'money-withdrawal'>): Promise<string | null> {
  const rows = await db.query<{ pixKey: string | null }>(sql`
    select pix_key from money_withdrawals where id = ${id}`);
  return rows[0]?.pixKey ?? null;
}

export async function findPayoutStatuses(db: Db | Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ id: string; status: string }>(sql`
    select id, status from money_withdrawals where id = any(${ids}::bigint[])`);
  return new Map(rows.map(({ id, status }) => [id, status]));
}

export async function listDuePayouts(db: Db, now: Date, limit: number): Promise<Id<'money-withdrawal'>[]> {
  const rows = await db.query<{ id: Id<'money-withdrawal'> }>(sql`
    select id from money_withdrawals where status = 'AWAITING_CONFIRMATION' and expires_at <= ${now}
    order by expires_at limit ${limit}`);
  return rows.map(({ id }) => id);
}

export async function countOpenPayouts(db: Db): Promise<{ status: PayoutStatus; count: number }[]> {
  return db.query<{ status: PayoutStatus; count: number }>(sql`
    select status, count(*)::int as count from money_withdrawals
    where status in ('AWAITING_CONFIRMATION', 'PENDING', 'APPROVED') group by status`);
}

/** Counts withdrawals that have waited since then to be decided or paid by hand. */
export async function countWaitingPayouts(db: Db, since: Date): Promise<number> {
  const waits = (condition: Sql) => sql`(select count(*) from money_withdrawals where ${condition})`;
  const rows = await db.query<{ count: string }>(sql`
    select ${waits(sql`status = 'PENDING' and confirmed_at < ${since}`)}
      + ${waits(sql`status = 'APPROVED' and order_id is null and approved_at < ${since}`)} as count`);
  return Number(rows[0]?.count ?? 0);
}

export async function countPendingPayouts(db: Db): Promise<number> {
  const rows = await db.query<{ count: number }>(
    sql`select count(*)::integer as count from money_withdrawals where status = 'PENDING'`,
  );
  return rows[0]?.count ?? 0;
}

/** The hold names the withdrawal, so the id comes first. */
export async function takePayoutId(tx: Tx): Promise<Id<'money-withdrawal'>> {
  const rows = await tx.query<{ id: Id<'money-withdrawal'> }>(sql`select nextval('money_withdrawals_id_seq') as id`);
  return rows[0]?.id as Id<'money-withdrawal'>;
}

/** The sum is exact while the account is locked. */
export async function sumAskedSince(db: Db | Tx, userId: Id<'user'>, since: Date): Promise<Cents> {
  const rows = await db.query<{ cents: bigint }>(sql`
    select coalesce(sum(amount_cents), 0) as cents from money_withdrawals
    where user_id = ${userId} and created_at >= ${since} and status not in ('REJECTED', 'EXPIRED', 'CANCELLED')`);
  return rows[0]?.cents ?? 0n;
}

export async function hasAskedTo(tx: Tx, userId: Id<'user'>, pixKey: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select from money_withdrawals where user_id = ${userId} and pix_key = ${pixKey} limit 1`);
  return rows.length > 0;
}

/** Withdrawals that came back do not count: the owner may have stopped a thief. */
export async function hasConfirmedKeyOf(tx: Tx, { id, userId }: Pick<Payout, 'id' | 'userId'>): Promise<boolean> {
  const rows = await tx.query(sql`
    select from money_withdrawals payout join money_withdrawals other using (user_id, pix_key)
    where payout.id = ${id} and user_id = ${userId} and other.id <> payout.id
      and other.status in ('PENDING', 'APPROVED', 'COMPLETED') limit 1`);
  return rows.length > 0;
}

type NewPayout = Pick<Payout, 'id' | 'userId' | 'holdId' | 'amountCents' | 'pixKeyType' | 'createdAt' | 'expiresAt'> & {
  pixKey: string;
};

export async function insertPayout(tx: Tx, payout: NewPayout): Promise<Payout> {
  const { id, userId, holdId, amountCents, pixKeyType, pixKey, createdAt, expiresAt } = payout;
  const rows = await tx.query<Payout>(sql`
    insert into money_withdrawals as payout
      (id, user_id, hold_id, amount_cents, pix_key_type, pix_key, created_at, expires_at) overriding system value
    values (${id}, ${userId}, ${holdId}, ${amountCents}, ${pixKeyType}, ${pixKey}, ${createdAt}, ${expiresAt})
    returning ${PAYOUT}`);
  return rows[0] as Payout;
}

/** Locks it before the account. Returns null for the withdrawal of another user. */
export async function lockPayout(
  tx: Tx,
  id: Id<'money-withdrawal'>,
  ownerId: Id<'user'> | null,
): Promise<Payout | null> {
  const rows = await tx.query<Payout>(sql`
    select ${PAYOUT} from money_withdrawals payout
    where payout.id = ${id} and user_id = coalesce(${ownerId}::bigint, user_id) for no key update`);
  return rows[0] ?? null;
}

export async function updateToPending(tx: Tx, id: Id<'money-withdrawal'>, confirmedAt: Date): Promise<Payout> {
  const rows = await tx.query<Payout>(sql`
    update money_withdrawals payout set status = 'PENDING', confirmed_at = ${confirmedAt}
    where id = ${id} returning ${PAYOUT}`);
  return rows[0] as Payout;
}

interface Approval {
  id: Id<'money-withdrawal'>;
  approvedBy: Id<'user'>;
  approvedAt: Date;
  /** Null: it is paid by hand. */
  orderId: Id<'order'> | null;
}

export async function updateToApproved(tx: Tx, { id, approvedBy, approvedAt, orderId }: Approval): Promise<void> {
  await tx.query(sql`
    update money_withdrawals set status = 'APPROVED', approved_by = ${approvedBy}, approved_at = ${approvedAt},
      order_id = ${orderId} where id = ${id}`);
}

export interface PayoutEnd {
  id: Id<'money-withdrawal'>;
  status: 'COMPLETED' | 'REJECTED' | 'EXPIRED' | 'CANCELLED';
  endedAt: Date;
  /** Null if the provider or a deadline did. */
  endedBy: Id<'user'> | null;
  endToEndId?: string | null;
  failureReason?: string | null;
}

export async function updateToEnded(tx: Tx, end: PayoutEnd): Promise<Payout> {
  const { id, status, endedAt, endedBy, endToEndId = null, failureReason = null } = end;
  const rows = await tx.query<Payout>(sql`
    update money_withdrawals payout set status = ${status}, ended_at = ${endedAt}, ended_by = ${endedBy},
      end_to_end_id = ${endToEndId}, failure_reason = ${failureReason}
    where id = ${id} returning ${PAYOUT}`);
  return rows[0] as Payout;
}

export async function erasePixKeys(tx: Tx, userId: Id<'user'>): Promise<void> {
  await tx.query(sql`update money_withdrawals set pix_key = null where user_id = ${userId} and pix_key is not null`);
}
