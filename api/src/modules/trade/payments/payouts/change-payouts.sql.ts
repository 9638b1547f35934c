import type { Db, Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import { PAYOUT, type PayoutRow, payoutOf } from './payouts.sql.ts';
import type { Payout } from './payouts.types.ts';

/** For one that is about to be written: what its money is held for must have its id. */
export async function takePayoutId(tx: Tx): Promise<Id<'money-withdrawal'>> {
  const rows = await tx.query<{ id: Id<'money-withdrawal'> }>(sql`select nextval('money_withdrawals_id_seq') as id`);
  return rows[0]?.id as Id<'money-withdrawal'>;
}

/** What a user has asked for since a moment and not got back. Exact while the account is locked. */
export async function sumAskedSince(db: Db | Tx, userId: Id<'user'>, since: Date): Promise<Cents> {
  const rows = await db.query<{ cents: bigint }>(sql`
    select coalesce(sum(amount_cents), 0) as cents from money_withdrawals
    where user_id = ${userId} and created_at >= ${since} and status not in ('REJECTED', 'EXPIRED', 'CANCELLED')`);
  return BigInt(rows[0]?.cents ?? 0);
}

/** Whether a user has asked for money to this key before, whatever became of it. */
export async function hasAskedTo(tx: Tx, userId: Id<'user'>, pixKey: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select from money_withdrawals where user_id = ${userId} and pix_key = ${pixKey} limit 1`);
  return rows.length > 0;
}

/**
 * Whether a user has confirmed another withdrawal to the key of this one. What came back does not count: its owner may have
 * stopped somebody else.
 */
export async function hasConfirmedKeyOf(tx: Tx, { id, userId }: Pick<Payout, 'id' | 'userId'>): Promise<boolean> {
  const rows = await tx.query(sql`
    select from money_withdrawals payout join money_withdrawals other using (user_id, pix_key)
    where payout.id = ${id} and user_id = ${userId} and other.id <> payout.id
      and other.status in ('PENDING', 'APPROVED', 'COMPLETED') limit 1`);
  return rows.length > 0;
}

export type NewPayout = Pick<
  Payout,
  'id' | 'userId' | 'holdId' | 'amountCents' | 'pixKeyType' | 'createdAt' | 'expiresAt'
> & { pixKey: string };

export async function insertPayout(tx: Tx, payout: NewPayout): Promise<Payout> {
  const { id, userId, holdId, amountCents, pixKeyType, pixKey, createdAt, expiresAt } = payout;
  const rows = await tx.query<PayoutRow>(sql`
    insert into money_withdrawals as payout
      (id, user_id, hold_id, amount_cents, pix_key_type, pix_key, created_at, expires_at) overriding system value
    values (${id}, ${userId}, ${holdId}, ${amountCents}, ${pixKeyType}, ${pixKey}, ${createdAt}, ${expiresAt})
    returning ${PAYOUT}`);
  return payoutOf(rows[0] as PayoutRow);
}

/** Locked until the end of `tx`, before the account; null where there is none, or where it is another user's. */
export async function lockPayout(
  tx: Tx,
  id: Id<'money-withdrawal'>,
  ownerId: Id<'user'> | null,
): Promise<Payout | null> {
  const rows = await tx.query<PayoutRow>(sql`
    select ${PAYOUT} from money_withdrawals payout
    where payout.id = ${id} and user_id = coalesce(${ownerId}::bigint, user_id) for no key update`);
  return rows[0] === undefined ? null : payoutOf(rows[0]);
}

export async function updateToPending(tx: Tx, id: Id<'money-withdrawal'>, confirmedAt: Date): Promise<Payout> {
  const rows = await tx.query<PayoutRow>(sql`
    update money_withdrawals payout set status = 'PENDING', confirmed_at = ${confirmedAt}
    where id = ${id} returning ${PAYOUT}`);
  return payoutOf(rows[0] as PayoutRow);
}

export interface Approval {
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
  /** Null where nobody did: the provider, or time. */
  endedBy: Id<'user'> | null;
  endToEndId?: string | null;
  failureReason?: string | null;
}

/** Of one that is locked and open. */
export async function updateToEnded(tx: Tx, end: PayoutEnd): Promise<Payout> {
  const { id, status, endedAt, endedBy, endToEndId = null, failureReason = null } = end;
  const rows = await tx.query<PayoutRow>(sql`
    update money_withdrawals payout set status = ${status}, ended_at = ${endedAt}, ended_by = ${endedBy},
      end_to_end_id = ${endToEndId}, failure_reason = ${failureReason}
    where id = ${id} returning ${PAYOUT}`);
  return payoutOf(rows[0] as PayoutRow);
}

/** Of somebody whose account is locked, and of whom nothing is under way. */
export async function erasePixKeys(tx: Tx, userId: Id<'user'>): Promise<void> {
  await tx.query(sql`update money_withdrawals set pix_key = null where user_id = ${userId} and pix_key is not null`);
}
