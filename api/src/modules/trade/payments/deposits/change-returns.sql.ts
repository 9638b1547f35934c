import type { Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { DepositReturn } from './deposits.types.ts';

export async function insertReturns(
  tx: Tx,
  returns: readonly (DepositReturn & { depositId: Id<'deposit'> })[],
  now: Date,
): Promise<void> {
  await tx.query(sql`
    insert into deposit_returns (end_to_end_id, return_id, deposit_id, amount_cents, returned_at, received_at)
    select end_to_end_id, return_id, deposit_id, amount_cents, returned_at, ${now}
    from unnest(
      ${returns.map(({ endToEndId }) => endToEndId)}::text[], ${returns.map(({ returnId }) => returnId)}::text[],
      ${returns.map(({ depositId }) => depositId)}::bigint[], ${returns.map(({ amountCents }) => amountCents)}::bigint[],
      ${returns.map(({ returnedAt }) => returnedAt.toISOString())}::timestamptz[]
    ) as given (end_to_end_id, return_id, deposit_id, amount_cents, returned_at)`);
}

/** Those that are in somebody's balance. Exact while their deposits are locked. */
export async function findCreditedPayments(tx: Tx, endToEndIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ endToEndId: string }>(sql`
    select end_to_end_id as "endToEndId" from deposit_payments
    where end_to_end_id = any(${endToEndIds}::text[]) and status = 'CREDITED'`);
  return new Set(rows.map(({ endToEndId }) => endToEndId));
}
