import type { Db, Tx } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Withdrawal } from './withdrawals.types.ts';

type CentsColumn = 'pricePaidCents' | 'skinValueUsdCents' | 'maxPayCents';
export type WithdrawalRow = Omit<Withdrawal, CentsColumn> & Record<CentsColumn, string>;

/** Of `market_withdrawals` as `withdrawal` and `items` as `item`. */
export const WITHDRAWAL_COLUMNS = sql`
  withdrawal.id, withdrawal.user_id, withdrawal.inventory_item_id,
  withdrawal.item_id, item.name as item_name, withdrawal.order_id,
  withdrawal.project_id, withdrawal.market_id, withdrawal.trade_id,
  withdrawal.status, withdrawal.auto_approved, withdrawal.market_status,
  withdrawal.price_paid_cents, withdrawal.skin_value_usd_cents,
  withdrawal.max_pay_cents, withdrawal.failure_reason,
  withdrawal.send_until, withdrawal.created_at, withdrawal.updated_at,
  withdrawal.completed_at, withdrawal.reversed_at`;

export const withdrawalOf = <Row extends WithdrawalRow>(row: Row): Omit<Row, CentsColumn> & Withdrawal => ({
  ...row,
  pricePaidCents: BigInt(row.pricePaidCents),
  skinValueUsdCents: BigInt(row.skinValueUsdCents),
  maxPayCents: BigInt(row.maxPayCents),
});

export async function findWithdrawal(db: Db | Tx, id: Id<'itemWithdrawal'>): Promise<Withdrawal | null> {
  return selectOne(db, sql`withdrawal.id = ${id}`);
}

/** Until the end of `tx`: after the row of its order, before the account of its user and the item. */
export async function lockWithdrawal(tx: Tx, id: Id<'itemWithdrawal'>): Promise<Withdrawal | null> {
  return selectOne(tx, sql`withdrawal.id = ${id} for no key update of withdrawal`);
}

/** As `lockWithdrawal`, by the id that the marketplace gave the purchase. */
export async function lockWithdrawalByMarketId(tx: Tx, marketId: string): Promise<Withdrawal | null> {
  return selectOne(tx, sql`withdrawal.market_id = ${marketId} for no key update of withdrawal`);
}

/** As `lockWithdrawal`, by its purchase. */
export async function lockWithdrawalOfOrder(tx: Tx, orderId: Id<'order'>): Promise<Withdrawal | null> {
  return selectOne(tx, sql`withdrawal.order_id = ${orderId} for no key update of withdrawal`);
}

async function selectOne(db: Db | Tx, which: Sql): Promise<Withdrawal | null> {
  const rows = await db.query<WithdrawalRow>(sql`
    select ${WITHDRAWAL_COLUMNS} from market_withdrawals withdrawal join items item on item.id = withdrawal.item_id
    where ${which}`);
  return rows[0] === undefined ? null : withdrawalOf(rows[0]);
}

/** Of the purchases that were made for a user. */
export async function listOrderIds(tx: Tx, userId: Id<'user'>): Promise<Id<'order'>[]> {
  const rows = await tx.query<{ id: Id<'order'> }>(sql`
    select order_id as id from market_withdrawals where user_id = ${userId} and order_id is not null`);
  return rows.map(({ id }) => id);
}
