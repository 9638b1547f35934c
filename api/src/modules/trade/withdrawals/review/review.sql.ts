import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList } from '../../../../platform/lists.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { UserDebtRow } from '../../suspensions/index.ts';
import { WITHDRAWAL_COLUMNS, type WithdrawalRow, withdrawalOf } from '../withdrawals.sql.ts';
import type { WithdrawalStatus } from '../withdrawals.types.ts';
import type { ReviewedWithdrawal, WaitingWithdrawal } from './review.types.ts';

const NEWEST_FIRST = { by: ['id'], way: 'desc' } as const;
type ReviewedRow = WithdrawalRow & Pick<ReviewedWithdrawal, 'username' | 'decidedBy' | 'decidedAt'> & UserDebtRow;

const reviewedOf = (row: ReviewedRow): ReviewedWithdrawal => ({
  ...withdrawalOf(row),
  debtCents: row.debtCents,
  openReturnCents: row.openReturnCents,
});

const reviewedFrom = (chosen: Sql) => sql`
  select ${WITHDRAWAL_COLUMNS}, users.username, withdrawal.decided_by,
    withdrawal.decided_at, 
    (select debt_cents from accounts where accounts.user_id = withdrawal.user_id) as debt_cents,
    (select coalesce(sum(gone.amount_cents), 0) from deposit_returns gone join deposits on deposits.id = gone.deposit_id
      where gone.status = 'OPEN' and coalesce(owed_by, deposits.user_id) = withdrawal.user_id) as open_return_cents
  from (${chosen}) withdrawal join items item on item.id = withdrawal.item_id
    join users on users.id = withdrawal.user_id
  ${orderBy(NEWEST_FIRST, 'withdrawal')}`;

export interface ReviewFilter {
  status: WithdrawalStatus | undefined;
  userId: Id<'user'> | undefined;
}

/** The newest first. */
export async function listReviewed(
  db: Db | Tx,
  { status, userId }: ReviewFilter,
  part: ListPart,
): Promise<{ withdrawals: ReviewedWithdrawal[]; total: number }> {
  const list: RowList = {
    from: 'market_withdrawals',
    where: [
      ...(status === undefined ? [] : [sql`status = ${status}`]),
      ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
    ],
    order: NEWEST_FIRST,
  };
  const [rows, total] = await Promise.all([
    db.query<ReviewedRow>(reviewedFrom(partOf(list, part))),
    countRows(db, list),
  ]);
  return { withdrawals: rows.map(reviewedOf), total };
}

export async function findReviewed(db: Db | Tx, id: Id<'itemWithdrawal'>): Promise<ReviewedWithdrawal | null> {
  const rows = await db.query<ReviewedRow>(reviewedFrom(sql`select * from market_withdrawals where id = ${id}`));
  return rows[0] === undefined ? null : reviewedOf(rows[0]);
}

type WaitingRow = WithdrawalRow &
  Pick<WaitingWithdrawal, 'marketHashName' | 'platformId' | 'tradeUrl' | 'isUserActive' | 'isSuspended'> & {
    valueCents: bigint;
    valueCentsBrl: bigint;
  };

/** Of any status: whether it waits is for the caller to see. */
export async function findToBuy(db: Db | Tx, id: Id<'itemWithdrawal'>): Promise<WaitingWithdrawal | null> {
  const rows = await db.query<WaitingRow>(sql`
    select ${WITHDRAWAL_COLUMNS}, item.market_hash_name, item.value_cents,
      item.value_cents_brl, users.platform_id, users.trade_url, users.status = 'ACTIVE' as is_user_active,
      exists (select from withdrawal_suspensions where user_id = users.id) as is_suspended
    from market_withdrawals withdrawal join items item on item.id = withdrawal.item_id
      join users on users.id = withdrawal.user_id
    where withdrawal.id = ${id}`);
  if (rows[0] === undefined) return null;
  const { valueCents, valueCentsBrl } = rows[0];
  return { ...withdrawalOf(rows[0]), valueCents, valueCentsBrl };
}

export interface Decision {
  id: Id<'itemWithdrawal'>;
  decidedBy: Id<'user'>;
  now: Date;
}

/** Of a withdrawal that is PENDING_APPROVAL and locked. */
export async function updateToApproved(
  tx: Tx,
  { id, decidedBy, now, orderId, maxPayCents }: Decision & { orderId: Id<'order'>; maxPayCents: Cents },
): Promise<void> {
  await tx.query(sql`
    update market_withdrawals
    set status = 'PENDING', order_id = ${orderId}, max_pay_cents = ${maxPayCents}, decided_by = ${decidedBy},
      decided_at = ${now}, updated_at = ${now}
    where id = ${id}`);
}

/** Of a withdrawal that is PENDING_APPROVAL and locked. */
export async function updateToRejected(
  tx: Tx,
  { id, decidedBy, now, reason }: Decision & { reason: string },
): Promise<void> {
  await tx.query(sql`
    update market_withdrawals
    set status = 'CANCELLED', failure_reason = ${reason}, decided_by = ${decidedBy}, decided_at = ${now},
      updated_at = ${now}
    where id = ${id}`);
}
