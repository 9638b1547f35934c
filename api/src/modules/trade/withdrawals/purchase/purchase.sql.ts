import type { Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';

export interface BoughtItem {
  id: Id<'itemWithdrawal'>;
  marketId: string;
  pricePaidCents: Cents;
  sendUntil: Date | null;
  /** What the marketplace answered. */
  metadata: object;
  now: Date;
}

/** Whose item an order buys anew, and what that is worth now, in cents of BRL. */
export async function findOrderedItem(
  tx: Tx,
  orderId: Id<'order'>,
): Promise<{ ownerId: Id<'user'>; amountCents: Cents } | null> {
  const rows = await tx.query<{ ownerId: Id<'user'>; amountCents: bigint }>(sql`
    select user_id as owner_id, value_cents_brl as amount_cents
    from market_withdrawals join items on items.id = item_id where order_id = ${orderId}`);
  return rows[0] === undefined ? null : { ...rows[0], amountCents: BigInt(rows[0].amountCents) };
}

/** Of a withdrawal that is PENDING and locked. The marketplace has reported nothing of the trade yet: its status is 0. */
export async function updateToWaitingSeller(tx: Tx, bought: BoughtItem): Promise<void> {
  const { id, marketId, pricePaidCents, sendUntil, metadata, now } = bought;
  await tx.query(sql`
    update market_withdrawals
    set status = 'WAITING_SELLER', market_id = ${marketId}, market_status = 0, price_paid_cents = ${pricePaidCents},
      send_until = ${sendUntil}, metadata = ${JSON.stringify(metadata)}::jsonb, bought_at = ${now},
      updated_at = ${now}
    where id = ${id}`);
}

/** Of a withdrawal that is PENDING and locked. */
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
