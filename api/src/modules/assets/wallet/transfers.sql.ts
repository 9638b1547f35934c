import type { Db, Tx } from '../../../platform/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { PageRequest } from '../../../platform/schemas.ts';
import { join, type Sql, sql } from '../../../platform/sql.ts';
import type { LedgerAccount, TransferType } from './wallet.types.ts';

export interface TransferFilter {
  type: TransferType | undefined;
  /** `start <= createdAt < end`. */
  start: Date | undefined;
  end: Date | undefined;
}

export interface TransferRow {
  id: Id<'transfer'>;
  userId: Id<'user'>;
  username: string;
  debitAccount: LedgerAccount;
  creditAccount: LedgerAccount;
  amountCents: string;
  type: TransferType;
  reason: string;
  referenceType: string | null;
  referenceId: string | null;
  createdAt: Date;
}

/** A page, and the id that it starts after on a keyset walk. */
export type TransferPage = PageRequest & { before: Id<'transfer'> | undefined };

/**
 * A user's transfers, newest first. By id: the account row is locked when one is written, so a user's ids rise in the
 * order in which their balance has changed.
 */
export function listUserTransfers(db: Db | Tx, userId: Id<'user'>, filter: TransferFilter, page: TransferPage) {
  const after = page.before === undefined ? [] : [sql`transfers.id < ${page.before}`];
  return listTransfers(db, [ofUser(userId), ...conditionsOf(filter), ...after], sql`transfers.id desc`, page);
}

/**
 * Everybody's transfers, newest first. By time: that order has an index for every filter, while among the ids of all
 * users those of one type or one week may be anywhere.
 */
export function listAllTransfers(db: Db | Tx, filter: TransferFilter, page: TransferPage) {
  const { before } = page;
  const last = sql`(select earlier.created_at, earlier.id from transfers earlier where earlier.id = ${before})`;
  const after = before === undefined ? [] : [sql`(transfers.created_at, transfers.id) < ${last}`];
  const order = sql`transfers.created_at desc, transfers.id desc`;
  return listTransfers(db, [...conditionsOf(filter), ...after], order, page);
}

/** The page is cut before the names are fetched, so that skipped rows cost no join. */
function listTransfers(db: Db | Tx, conditions: readonly Sql[], order: Sql, { limit, offset }: TransferPage) {
  return db.query<TransferRow>(sql`
    select transfers.id, user_id as "userId", users.username, debit_account as "debitAccount",
      credit_account as "creditAccount", amount_cents as "amountCents", type, reason, reference_type as "referenceType",
      reference_id as "referenceId", transfers.created_at as "createdAt"
    from (select * from transfers ${where(conditions)} order by ${order} limit ${limit} offset ${offset}) transfers
    join users on users.id = user_id
    order by ${order}`);
}

/** How many of a user's transfers fit; null where there is no such user. All of them are counted on the account. */
export async function countUserTransfers(
  db: Db | Tx,
  userId: Id<'user'>,
  filter: TransferFilter,
): Promise<number | null> {
  const conditions = conditionsOf(filter);
  const count =
    conditions.length === 0
      ? sql`transfer_count`
      : sql`(select count(*) from transfers ${where([ofUser(userId), ...conditions])})`;
  const rows = await db.query<{ count: string }>(sql`select ${count} as count from accounts where user_id = ${userId}`);
  return rows[0] === undefined ? null : Number(rows[0].count);
}

/** Counts no further than `most`: the count of a whole ledger would take longer than its use is worth. */
export async function countTransfersUpTo(
  db: Db | Tx,
  userId: Id<'user'> | undefined,
  filter: TransferFilter,
  most: number,
): Promise<number> {
  const conditions = [...(userId === undefined ? [] : [ofUser(userId)]), ...conditionsOf(filter)];
  const rows = await db.query<{ count: string }>(
    sql`select count(*) as count from (select from transfers ${where(conditions)} limit ${most}) counted`,
  );
  return Number(rows[0]?.count ?? 0);
}

const ofUser = (userId: Id<'user'>) => sql`transfers.user_id = ${userId}`;

function conditionsOf({ type, start, end }: TransferFilter): Sql[] {
  return [
    ...(type === undefined ? [] : [sql`transfers.type = ${type}`]),
    ...(start === undefined ? [] : [sql`transfers.created_at >= ${start}`]),
    ...(end === undefined ? [] : [sql`transfers.created_at < ${end}`]),
  ];
}

const where = (conditions: readonly Sql[]) =>
  conditions.length === 0 ? sql`` : sql`where ${join([...conditions], ' and ')}`;
