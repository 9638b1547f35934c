import type { Db, Tx } from '../../../../platform/database/db.ts';
import { lookUp, type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList } from '../../../../platform/lists.ts';
import type { UserDebtRow } from '../../suspensions/index.ts';
import type { Payout, PayoutStatus, ReviewedPayout } from './payouts.types.ts';

export type PayoutRow<Of extends Payout = Payout> = Omit<Of, 'amountCents'> & { amountCents: bigint };

/** Of `money_withdrawals` as `payout`. */
export const PAYOUT = sql`
  payout.id, payout.user_id, payout.hold_id, payout.amount_cents,
  payout.pix_key_type, payout.pix_key, payout.status, payout.created_at,
  payout.expires_at, payout.confirmed_at, payout.approved_at,
  payout.approved_by, payout.order_id, payout.end_to_end_id,
  payout.failure_reason, payout.ended_at, payout.ended_by`;

export const payoutOf = <Of extends Payout = Payout>(row: PayoutRow<Of>): Of => ({ ...row }) as unknown as Of;

type ReviewedRow = Omit<PayoutRow<ReviewedPayout>, keyof UserDebtRow> & UserDebtRow;

const reviewedOf = (row: ReviewedRow): ReviewedPayout => ({
  ...row,
});

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

/** Of `money_withdrawals` as `payout`, with `users`. */
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
  const [rows, total] = await Promise.all([
    db.query<ReviewedRow>(sql`
      select ${REVIEWED} from (${partOf(list, part)}) payout ${lookUp('users', 'payout.user_id')}
      ${orderBy(list.order, 'payout')}`),
    countRows(db, list),
  ]);
  return { payouts: rows.map(reviewedOf), total };
}

export async function findReviewedPayout(db: Db | Tx, id: Id<'money-withdrawal'>): Promise<ReviewedPayout | null> {
  const rows = await db.query<ReviewedRow>(sql`
    select ${REVIEWED} from money_withdrawals payout ${lookUp('users', 'payout.user_id')}
    where payout.id = ${id}`);
  return rows[0] === undefined ? null : reviewedOf(rows[0]);
}

export async function findPayoutOwner(tx: Tx, id: Id<'money-withdrawal'>): Promise<Id<'user'> | null> {
  const rows = await tx.query<{ userId: Id<'user'> }>(sql`
    select user_id from money_withdrawals where id = ${id}`);
  return rows[0]?.userId ?? null;
}

/** Where one goes; null once its owner has closed the account. */
export async function findPixKey(db: Db, id: Id<'money-withdrawal'>): Promise<string | null> {
  const rows = await db.query<{ pixKey: string | null }>(sql`
    select pix_key from money_withdrawals where id = ${id}`);
  return rows[0]?.pixKey ?? null;
}

/** How far they are, by id; what is not there has none. */
export async function findPayoutStatuses(db: Db | Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ id: string; status: string }>(sql`
    select id, status from money_withdrawals where id = any(${ids}::bigint[])`);
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** Whose time to be confirmed is over, the oldest first. */
export async function listDuePayouts(db: Db, now: Date, limit: number): Promise<Id<'money-withdrawal'>[]> {
  const rows = await db.query<{ id: Id<'money-withdrawal'> }>(sql`
    select id from money_withdrawals where status = 'AWAITING_CONFIRMATION' and expires_at <= ${now}
    order by expires_at limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Those under way, by status. */
export async function countOpenPayouts(db: Db): Promise<{ status: PayoutStatus; count: number }[]> {
  return db.query<{ status: PayoutStatus; count: number }>(sql`
    select status, count(*)::int as count from money_withdrawals
    where status in ('AWAITING_CONFIRMATION', 'PENDING', 'APPROVED') group by status`);
}

/** What administrators have to do since before a moment: decide, or pay by hand. */
export async function countWaitingPayouts(db: Db, since: Date): Promise<number> {
  const waits = (condition: Sql) => sql`(select count(*) from money_withdrawals where ${condition})`;
  const rows = await db.query<{ count: string }>(sql`
    select ${waits(sql`status = 'PENDING' and confirmed_at < ${since}`)}
      + ${waits(sql`status = 'APPROVED' and order_id is null and approved_at < ${since}`)} as count`);
  return Number(rows[0]?.count ?? 0);
}

/** Those that wait for an administrator. */
export async function countPendingPayouts(db: Db): Promise<number> {
  const rows = await db.query<{ count: number }>(
    sql`select count(*)::integer as count from money_withdrawals where status = 'PENDING'`,
  );
  return rows[0]?.count ?? 0;
}
