import type { Db, Tx } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList } from '../../../platform/lists.ts';
import type { Cents } from '../../../platform/money.ts';
import { columnsOf } from '../../../platform/record.ts';
import {
  type ItemWithdrawal,
  type ItemWithdrawalStatus,
  type ListedItemWithdrawal,
  type ReviewedItemWithdrawal,
  storedFields,
  type WaitingItemWithdrawal,
} from './item-withdrawals.records.ts';

/** From `market_withdrawals` as `withdrawal` and `items` as `item`. */
const COLUMNS = sql`${columnsOf({ properties: storedFields }, 'withdrawal')}, item.name as item_name`;
const NEWEST_FIRST = { by: ['id'], way: 'desc' } as const;

export async function findItemWithdrawal(db: Db | Tx, id: Id<'itemWithdrawal'>): Promise<ItemWithdrawal | null> {
  return selectOne(db, sql`withdrawal.id = ${id}`);
}

/** The row of the order is locked before it; the account of its user and the item come after it. */
export async function lockItemWithdrawal(tx: Tx, id: Id<'itemWithdrawal'>): Promise<ItemWithdrawal | null> {
  return selectOne(tx, sql`withdrawal.id = ${id} for no key update of withdrawal`);
}

export async function lockItemWithdrawalByMarketId(tx: Tx, marketId: string): Promise<ItemWithdrawal | null> {
  return selectOne(tx, sql`withdrawal.market_id = ${marketId} for no key update of withdrawal`);
}

export async function lockItemWithdrawalOfOrder(tx: Tx, orderId: Id<'order'>): Promise<ItemWithdrawal | null> {
  return selectOne(tx, sql`withdrawal.order_id = ${orderId} for no key update of withdrawal`);
}

async function selectOne(db: Db | Tx, which: Sql): Promise<ItemWithdrawal | null> {
  const rows = await db.query<ItemWithdrawal>(sql`
    select ${COLUMNS} from market_withdrawals withdrawal join items item on item.id = withdrawal.item_id
    where ${which}`);
  return rows[0] ?? null;
}

export function listActive(db: Db | Tx, userId: Id<'user'>): Promise<ListedItemWithdrawal[]> {
  return listFrom(
    db,
    sql`
      select * from market_withdrawals
      where user_id = ${userId} and status in ('PENDING_APPROVAL', 'PENDING', 'WAITING_SELLER', 'TRADE_SENT')`,
  );
}

export function listHistory(db: Db | Tx, userId: Id<'user'>, part: ListPart): Promise<ListedItemWithdrawal[]> {
  const list: RowList = { from: 'market_withdrawals', of: sql`user_id = ${userId}`, order: NEWEST_FIRST };
  return listFrom(db, partOf(list, part));
}

export async function findListed(db: Db | Tx, id: Id<'itemWithdrawal'>): Promise<ListedItemWithdrawal | null> {
  const [found = null] = await listFrom(db, sql`select * from market_withdrawals where id = ${id}`);
  return found;
}

const listFrom = (db: Db | Tx, chosen: Sql): Promise<ListedItemWithdrawal[]> =>
  db.query<ListedItemWithdrawal>(sql`
    select ${COLUMNS}, item.image_url as item_image, item.rarity as item_rarity, item.value_cents_brl as item_value_cents
    from (${chosen}) withdrawal join items item on item.id = withdrawal.item_id
    ${orderBy(NEWEST_FIRST, 'withdrawal')}`);

export async function listOrderIds(tx: Tx, userId: Id<'user'>): Promise<Id<'order'>[]> {
  const rows = await tx.query<{ id: Id<'order'> }>(sql`
    select order_id as id from market_withdrawals where user_id = ${userId} and order_id is not null`);
  return rows.map(({ id }) => id);
}

export async function findOrderedItem(
  tx: Tx,
  orderId: Id<'order'>,
): Promise<{ ownerId: Id<'user'>; amountCents: Cents } | null> {
  const rows = await tx.query<{ ownerId: Id<'user'>; amountCents: Cents }>(sql`
    select user_id as owner_id, value_cents_brl as amount_cents
    from market_withdrawals join items on items.id = item_id where order_id = ${orderId}`);
  return rows[0] ?? null;
}

interface BoughtItem {
  id: Id<'itemWithdrawal'>;
  marketId: string;
  pricePaidCents: Cents;
  sendUntil: Date | null;
  metadata: object;
  now: Date;
}

/** The withdrawal is PENDING and locked. The marketplace has not reported the trade yet, so its status is 0. */
export async function updateToWaitingSeller(tx: Tx, bought: BoughtItem): Promise<void> {
  const { id, marketId, pricePaidCents, sendUntil, metadata, now } = bought;
  await tx.query(sql`
    update market_withdrawals
    set status = 'WAITING_SELLER', market_id = ${marketId}, market_status = 0, price_paid_cents = ${pricePaidCents},
      send_until = ${sendUntil}, metadata = ${JSON.stringify(metadata)}::jsonb, bought_at = ${now},
      updated_at = ${now}
    where id = ${id}`);
}

export async function updateToFailed(
  tx: Tx,
  id: Id<'itemWithdrawal'>,
  failureReason: string,
  now: Date,
): Promise<void> {
  await tx.query(sql`
    update market_withdrawals set status = 'FAILED', failure_reason = ${failureReason}, updated_at = ${now}
    where id = ${id}`);
}

const reviewedFrom = (chosen: Sql) => sql`
  select ${COLUMNS}, users.username, withdrawal.decided_by,
    (select debt_cents from accounts where accounts.user_id = withdrawal.user_id) as debt_cents,
    (select coalesce(sum(gone.amount_cents), 0) from deposit_returns gone join deposits on deposits.id = gone.deposit_id
      where gone.status = 'OPEN' and coalesce(owed_by, deposits.user_id) = withdrawal.user_id) as open_return_cents
  from (${chosen}) withdrawal join items item on item.id = withdrawal.item_id
    join users on users.id = withdrawal.user_id
  ${orderBy(NEWEST_FIRST, 'withdrawal')}`;

interface ReviewFilter {
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

interface Decision {
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
