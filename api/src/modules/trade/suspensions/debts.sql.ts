import type { Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';

/** What stands between a user and what leaves the platform: money that they were credited for and that went back. */
export interface UserDebt {
  /** Owed for deposits that were given back, beyond what the balance had. */
  debtCents: Cents;
  /** Of deposits, on its way back to the payer, and not certain yet. */
  openReturnCents: Cents;
}

/** As a row of the database has it. */
export interface UserDebtRow {
  debtCents: bigint;
  openReturnCents: bigint;
}

/** Exact under the lock of the account, which whoever records a return holds. */
export async function readDebt(tx: Tx, userId: Id<'user'>): Promise<UserDebt> {
  const rows = await tx.query<UserDebtRow>(sql`
    select debt_cents, (
        select coalesce(sum(gone.amount_cents), 0) from deposit_returns gone join deposits on deposits.id = gone.deposit_id
        where gone.status = 'OPEN' and coalesce(owed_by, deposits.user_id) = accounts.user_id) as open_return_cents
    from accounts where user_id = ${userId}`);
  const { debtCents, openReturnCents } = rows[0] as UserDebtRow;
  return { debtCents, openReturnCents };
}

/**
 * Those who owe for money that went back, or of whom money is on its way back. They give no items to others: what they
 * withdraw waits for review, and what others withdraw for them would not. Under the locks of the accounts.
 */
export async function findDebtors(tx: Tx, userIds: readonly Id<'user'>[]): Promise<ReadonlySet<Id<'user'>>> {
  const rows = await tx.query<{ userId: Id<'user'> }>(sql`
    select user_id from accounts where user_id = any(${userIds}::bigint[]) and (debt_cents > 0 or exists (
      select from deposit_returns gone join deposits on deposits.id = gone.deposit_id
      where gone.status = 'OPEN' and coalesce(owed_by, deposits.user_id) = accounts.user_id))`);
  return new Set(rows.map(({ userId }) => userId));
}
