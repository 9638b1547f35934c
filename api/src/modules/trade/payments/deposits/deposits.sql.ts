import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList } from '../../../../platform/lists.ts';
import type { UserDebtRow } from '../../suspensions/index.ts';
import type { Deposit, DepositPayment, DepositStatus, DetailedDeposit, OwedReturn } from './deposits.types.ts';

const DEPOSIT_COLUMNS = sql`
  deposit.id, deposit.user_id, deposit.txid, deposit.amount_cents, deposit.status,
  deposit.code, deposit.credited_cents, deposit.created_at,
  deposit.expires_at, deposit.ended_at`;

type InText<Row> = Omit<Row, 'amountCents' | 'creditedCents'> & { amountCents: bigint; creditedCents: bigint | null };

const depositOf = <Row extends InText<Deposit>>(row: Row) => ({
  ...row,
  amountCents: BigInt(row.amountCents),
  creditedCents: row.creditedCents === null ? null : BigInt(row.creditedCents),
});

/** Of this user, whose alone it is to see. */
export async function findOwnDeposit(db: Db | Tx, userId: Id<'user'>, id: Id<'deposit'>): Promise<Deposit | null> {
  const rows = await db.query<InText<Deposit>>(sql`
    select ${DEPOSIT_COLUMNS} from deposits deposit where id = ${id} and user_id = ${userId}`);
  return rows[0] === undefined ? null : depositOf(rows[0]);
}

export async function findDepositByTxid(db: Db | Tx, txid: string): Promise<Deposit | null> {
  const rows = await db.query<InText<Deposit>>(sql`
    select ${DEPOSIT_COLUMNS} from deposits deposit where txid = ${txid}`);
  return rows[0] === undefined ? null : depositOf(rows[0]);
}

/** By id, for the lines of statements. */
export async function findStatuses(db: Db | Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ id: string; status: string }>(sql`
    select id, status from deposits where id = any(${ids}::bigint[])`);
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** Newest first. */
export async function listOwnDeposits(
  db: Db | Tx,
  userId: Id<'user'>,
  status: DepositStatus | undefined,
  part: ListPart,
): Promise<{ deposits: Deposit[]; total: number }> {
  const list: RowList = {
    from: 'deposits',
    of: sql`user_id = ${userId}`,
    where: status === undefined ? [] : [sql`status = ${status}`],
    order: { by: ['id'], way: 'desc' },
  };
  const [rows, total] = await Promise.all([
    db.query<InText<Deposit>>(sql`
      select ${DEPOSIT_COLUMNS} from (${partOf(list, part)}) deposit ${orderBy(list.order, 'deposit')}`),
    countRows(db, list),
  ]);
  return { deposits: rows.map(depositOf), total };
}

export interface DepositFilter {
  status: DepositStatus | undefined;
  userId: Id<'user'> | undefined;
  txid: string | undefined;
  /** Only those of which a payment waits for a decision. */
  needsDecision: boolean;
}

/** Of everybody, newest first. */
export async function listDeposits(
  db: Db | Tx,
  filter: DepositFilter,
  part: ListPart,
): Promise<{ deposits: DetailedDeposit[]; total: number }> {
  const list: RowList = { from: 'deposits', where: conditionsOf(filter), order: { by: ['id'], way: 'desc' } };
  const [deposits, total] = await Promise.all([readDetailed(db, partOf(list, part)), countRows(db, list)]);
  return { deposits, total };
}

function conditionsOf({ status, userId, txid, needsDecision }: DepositFilter): Sql[] {
  return [
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
    ...(txid === undefined ? [] : [sql`txid = ${txid}`]),
    ...(needsDecision ? [sql`id in (select deposit_id from deposit_payments where status = 'WAITING')`] : []),
  ];
}

export async function findDetailedDeposit(db: Db | Tx, id: Id<'deposit'>): Promise<DetailedDeposit | null> {
  const rows = await readDetailed(db, sql`select * from deposits where id = ${id}`);
  return rows[0] ?? null;
}

type PaymentRow = Omit<DepositPayment, 'amountCents' | 'paidAt'> & { amountCents: string; paidAt: string };
type ReturnRow = Omit<OwedReturn, 'amountCents' | 'owedCents' | 'returnedAt'> & {
  amountCents: string;
  owedCents: string | null;
  returnedAt: string;
};
type DetailedRow = InText<Omit<DetailedDeposit, 'payments' | 'returns' | keyof UserDebtRow>> &
  UserDebtRow & {
    payments: PaymentRow[];
    returns: ReturnRow[];
  };

/** Open returns, which are few, lead to their deposits: those of a player may be many. */
async function readDetailed(db: Db | Tx, deposits: Sql): Promise<DetailedDeposit[]> {
  const rows = await db.query<DetailedRow>(sql`
    select ${DEPOSIT_COLUMNS}, deposit.provider, users.username, deposit.decided_by,
      deposit.decision_reason, paid.payments, gone.returns,
      (select debt_cents from accounts where accounts.user_id = deposit.user_id) as debt_cents,
      (select coalesce(sum(leaving.amount_cents), 0) from deposit_returns leaving
        join deposits other on other.id = leaving.deposit_id
        where leaving.status = 'OPEN' and coalesce(leaving.owed_by, other.user_id) = deposit.user_id) as open_return_cents
    from (${deposits}) deposit
    cross join lateral (select username from users where users.id = deposit.user_id limit 1) users
    cross join lateral (
      select coalesce(json_agg(json_build_object('endToEndId', end_to_end_id, 'amountCents', amount_cents::text,
        'paidAt', paid_at, 'status', status, 'fault', fault) order by received_at, end_to_end_id), '[]') as payments
      from deposit_payments where deposit_id = deposit.id) paid
    cross join lateral (
      select coalesce(json_agg(json_build_object('endToEndId', end_to_end_id, 'returnId', return_id, 'status', status,
        'amountCents', amount_cents::text, 'owedCents', owed_cents::text, 'owedBy', owed_by::text, 'returnedAt', returned_at)
        order by received_at, end_to_end_id, return_id), '[]') as returns
      from deposit_returns where deposit_id = deposit.id) gone
    order by deposit.id desc`);
  return rows.map(({ payments, returns, ...row }) => ({
    ...depositOf(row),
    debtCents: BigInt(row.debtCents),
    openReturnCents: BigInt(row.openReturnCents),
    payments: payments.map(({ amountCents, paidAt, ...payment }) => ({
      ...payment,
      amountCents: BigInt(amountCents),
      paidAt: new Date(paidAt),
    })),
    returns: returns.map(({ amountCents, owedCents, returnedAt, ...each }) => ({
      ...each,
      amountCents: BigInt(amountCents),
      owedCents: owedCents === null ? null : BigInt(owedCents),
      returnedAt: new Date(returnedAt),
    })),
  }));
}
