import type { Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { DepositReturn, StoredReturn } from './deposits.records.ts';

/** The list is exact while the deposits are locked. */
export function listReturns(
  tx: Tx,
  { endToEndIds, depositIds }: { endToEndIds: readonly string[]; depositIds: readonly Id<'deposit'>[] },
): Promise<StoredReturn[]> {
  return tx.query<StoredReturn>(sql`
    select end_to_end_id, return_id, deposit_id, status, amount_cents, owed_cents, owed_by, returned_at
    from deposit_returns
    where end_to_end_id = any(${endToEndIds}::text[]) or deposit_id = any(${depositIds}::bigint[])`);
}

/** The provider is asked about open deposits until their returns end. */
export interface Watch {
  openIds: readonly Id<'deposit'>[];
  endedIds: readonly Id<'deposit'>[];
}

export async function writeReturns(
  tx: Tx,
  returns: readonly StoredReturn[],
  { openIds, endedIds }: Watch,
  now: Date,
): Promise<void> {
  if (returns.length === 0) return;
  await tx.query(sql`
    with watched as (
      update deposits set is_watched = id = any(${openIds}::bigint[])
      where id = any(${[...openIds, ...endedIds]}::bigint[]))
    insert into deposit_returns
      (end_to_end_id, return_id, deposit_id, status, amount_cents, owed_cents, owed_by, returned_at, received_at)
    select end_to_end_id, return_id, deposit_id, status, amount_cents, owed_cents, owed_by, returned_at, ${now}
    from unnest(
      ${returns.map(({ endToEndId }) => endToEndId)}::text[], ${returns.map(({ returnId }) => returnId)}::text[],
      ${returns.map(({ depositId }) => depositId)}::bigint[], ${returns.map(({ status }) => status)}::text[],
      ${returns.map(({ amountCents }) => amountCents)}::bigint[], ${returns.map(({ owedCents }) => owedCents)}::bigint[],
      ${returns.map(({ owedBy }) => owedBy)}::bigint[],
      ${returns.map(({ returnedAt }) => returnedAt.toISOString())}::timestamptz[]
    ) as given (end_to_end_id, return_id, deposit_id, status, amount_cents, owed_cents, owed_by, returned_at)
    on conflict (end_to_end_id, return_id) do update
    set status = excluded.status, amount_cents = excluded.amount_cents, owed_cents = excluded.owed_cents,
      owed_by = excluded.owed_by, returned_at = excluded.returned_at`);
}

/** Finds users who owe for these deposits although they did not make them. */
export async function listOwers(tx: Tx, depositIds: readonly Id<'deposit'>[]): Promise<Id<'user'>[]> {
  const rows = await tx.query<{ userId: Id<'user'> }>(sql`
    select distinct owed_by as user_id from deposit_returns
    where deposit_id = any(${depositIds}::bigint[]) and owed_by is not null`);
  return rows.map(({ userId }) => userId);
}

export interface ClosedDebt extends DepositReturn {
  depositId: Id<'deposit'>;
  closedId: Id<'user'>;
  owedCents: Cents;
}

/** The accounts are locked. Earlier returns were paid before the closing. */
export function moveDebts(tx: Tx, userId: Id<'user'>, closedIds: readonly Id<'user'>[]): Promise<ClosedDebt[]> {
  return tx.query<ClosedDebt>(sql`
    update deposit_returns gone set owed_by = ${userId} from deposits
    where deposits.id = deposit_id and deposits.user_id = any(${closedIds}::bigint[]) and owed_by = deposits.user_id
      and owed_cents > 0
    returning end_to_end_id, return_id, deposit_id, gone.status, gone.amount_cents, owed_cents, returned_at,
      deposits.user_id as closed_id`);
}

/** The result is exact while the deposits are locked. */
export async function findCreditedPayments(tx: Tx, endToEndIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ endToEndId: string }>(sql`
    select end_to_end_id from deposit_payments
    where end_to_end_id = any(${endToEndIds}::text[]) and status = 'CREDITED'`);
  return new Set(rows.map(({ endToEndId }) => endToEndId));
}
