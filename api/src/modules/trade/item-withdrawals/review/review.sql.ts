import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList } from '../../../../platform/lists.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { ItemWithdrawalStatus } from '../item-withdrawals.records.ts';
import { COLUMNS, NEWEST_FIRST } from '../item-withdrawals.sql.ts';
import type { ReviewedItemWithdrawal, WaitingItemWithdrawal } from './review.records.ts';

const reviewedFrom = (chosen: Sql) => sql`
  select ${COLUMNS}, users.username, withdrawal.decided_by,
    (select debt_cents from accounts where accounts.user_id = withdrawal.user_id) as debt_cents,
    (select coalesce(sum(gone.amount_cents), 0) from deposit_returns gone join deposits on deposits.id = gone.deposit_id
      where gone.status = 'OPEN' and coalesce(owed_by, deposits.user_id) = withdrawal.user_id) as open_return_cents
  from (${chosen}) withdrawal join items item on item.id = withdrawal.item_id
    join users on users.id = withdrawal.user_id
  ${orderBy(NEWEST_FIRST, 'withdrawal')}`;

export interface ReviewFilter {
  status: ItemWithdrawalStatus | undefined;
  userId: Id<'user'> | undefined;
}

/** The newest first. */
export async function listReviewed(
  db: Db | Tx,
  { status, userId }: ReviewFilter,
  part: ListPart,
): Promise<{ withdrawals: ReviewedItemWithdrawal[]; total: number }> {
  const list: RowList = {
    from: 'market_withdrawals',
    where: [
      ...(status === undefined ? [] : [sql`status = ${status}`]),
      ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
    ],
    order: NEWEST_FIRST,
  };
  const [withdrawals, total] = await Promise.all([
    db.query<ReviewedItemWithdrawal>(reviewedFrom(partOf(list, part))),
    countRows(db, list),
  ]);
  return { withdrawals, total };
}

export async function findReviewed(db: Db | Tx, id: Id<'itemWithdrawal'>): Promise<ReviewedItemWithdrawal | null> {
  const rows = await db.query<ReviewedItemWithdrawal>(
    reviewedFrom(sql`select * from market_withdrawals where id = ${id}`),
  );
  return rows[0] ?? null;
}

/** It may have any status: the caller checks it. */
export async function findToBuy(db: Db | Tx, id: Id<'itemWithdrawal'>): Promise<WaitingItemWithdrawal | null> {
  const rows = await db.query<WaitingItemWithdrawal>(sql`
    select ${COLUMNS}, item.market_hash_name, item.value_cents,
      item.value_cents_brl, users.platform_id, users.trade_url, users.status = 'ACTIVE' as is_user_active,
      exists (select from withdrawal_suspensions where user_id = users.id) as is_suspended
    from market_withdrawals withdrawal join items item on item.id = withdrawal.item_id
      join users on users.id = withdrawal.user_id
    where withdrawal.id = ${id}`);
  return rows[0] ?? null;
}

export interface Decision {
  id: Id<'itemWithdrawal'>;
  decidedBy: Id<'user'>;
  now: Date;
}

/** The withdrawal is PENDING_APPROVAL and locked. */
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

/** The withdrawal is PENDING_APPROVAL and locked. */
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
