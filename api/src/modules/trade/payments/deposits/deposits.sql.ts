import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList } from '../../../../platform/lists.ts';
import type { Cents } from '../../../../platform/money.ts';
import { columnsOf } from '../../../../platform/record.ts';
import {
  type Deposit,
  DepositColumns,
  type DepositPayment,
  type DepositStatus,
  type DetailedDeposit,
  type LockedDeposit,
  type OwedReturn,
  type PaymentFault,
} from './deposits.records.ts';

const DEPOSIT_COLUMNS = sql`${columnsOf(DepositColumns, 'deposit')}, deposit.code as pix_code`;

export async function findOwnDeposit(db: Db | Tx, userId: Id<'user'>, id: Id<'deposit'>): Promise<Deposit | null> {
  const rows = await db.query<Deposit>(sql`
    select ${DEPOSIT_COLUMNS} from deposits deposit where id = ${id} and user_id = ${userId}`);
  return rows[0] ?? null;
}

export async function findDepositByTxid(db: Db | Tx, txid: string): Promise<Deposit | null> {
  const rows = await db.query<Deposit>(sql`
    select ${DEPOSIT_COLUMNS} from deposits deposit where txid = ${txid}`);
  return rows[0] ?? null;
}

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
  const [deposits, total] = await Promise.all([
    db.query<Deposit>(sql`
      select ${DEPOSIT_COLUMNS} from (${partOf(list, part)}) deposit ${orderBy(list.order, 'deposit')}`),
    countRows(db, list),
  ]);
  return { deposits, total };
}

interface DepositFilter {
  status: DepositStatus | undefined;
  userId: Id<'user'> | undefined;
  txid: string | undefined;
  needsDecision: boolean;
}

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

/** JSON has times and cents as text. */
type InJson<Of> = {
  [Name in keyof Of]: Of[Name] extends bigint | Date | null ? string | Extract<Of[Name], null> : Of[Name];
};
type DetailedRow = Omit<DetailedDeposit, 'payments' | 'returns'> & {
  payments: InJson<DepositPayment>[];
  returns: InJson<OwedReturn>[];
};

/** The search begins at open returns, which are few, because a player may have many deposits. */
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
    ...row,
    payments: payments.map((paid) => ({
      ...paid,
      amountCents: BigInt(paid.amountCents),
      paidAt: new Date(paid.paidAt),
    })),
    returns: returns.map((gone) => ({
      ...gone,
      amountCents: BigInt(gone.amountCents),
      owedCents: gone.owedCents === null ? null : BigInt(gone.owedCents),
      returnedAt: new Date(gone.returnedAt),
    })),
  }));
}

interface NewDeposit {
  userId: Id<'user'>;
  provider: string;
  txid: string;
  amountCents: Cents;
  createdAt: Date;
  expiresAt: Date;
}

/** Returns null if the txid is taken. */
export async function insertDeposit(tx: Tx, deposit: NewDeposit): Promise<Id<'deposit'> | null> {
  const { userId, provider, txid, amountCents, createdAt, expiresAt } = deposit;
  const rows = await tx.query<{ id: Id<'deposit'> }>(sql`
    insert into deposits (user_id, provider, txid, amount_cents, created_at, expires_at)
    values (${userId}, ${provider}, ${txid}, ${amountCents}, ${createdAt}, ${expiresAt})
    on conflict (txid) do nothing returning id`);
  return rows[0]?.id ?? null;
}

/** The sum is exact under the lock on the account. */
export async function sumOpenDeposits(tx: Db | Tx, userId: Id<'user'>): Promise<{ count: number; cents: Cents }> {
  const rows = await tx.query<{ count: string; cents: bigint }>(sql`
    select count(*) as count, coalesce(sum(amount_cents), 0) as cents from deposits
    where user_id = ${userId} and status = 'PENDING'`);
  return { count: Number(rows[0]?.count), cents: rows[0]?.cents ?? 0n };
}

/** A repeat may have failed to make the charge; it can be paid from now on. */
export async function writeCode(tx: Tx, id: Id<'deposit'>, code: string): Promise<void> {
  await tx.query(sql`
    update deposits set code = ${code}, is_watched = is_watched or status in ('PENDING', 'EXPIRED') where id = ${id}`);
}

const LOCKED_COLUMNS = sql`
  id, user_id, txid, amount_cents, status, credited_cents,
  called_off_at,
  exists (
    select from deposit_payments where deposit_id = deposits.id and deposit_payments.status = 'CREDITED'
  ) as has_credited_payment,
  exists (select from users where users.id = deposits.user_id and users.status = 'CLOSED') as is_of_closed,
  array(
    select end_to_end_id from deposit_returns where deposit_id = deposits.id and status <> 'FAILED'
    union select end_to_end_id from deposit_payments paid where deposit_id = deposits.id and fault = 'RETURNED'
      and not exists (
        select from deposit_returns gone where gone.end_to_end_id = paid.end_to_end_id and gone.status = 'FAILED')
  ) as returned_payments`;

export function lockDepositRows(
  tx: Tx,
  which: DepositNames,
): Promise<{ id: Id<'deposit'>; userId: Id<'user'>; isOfClosed: boolean }[]> {
  return tx.query(sql`
    select id, user_id,
      exists (select from users where users.id = deposits.user_id and users.status = 'CLOSED') as is_of_closed
    from deposits where ${isOneOf(which)} order by id for update`);
}

export const readLockedDeposits = (tx: Tx, which: DepositNames): Promise<LockedDeposit[]> =>
  tx.query<LockedDeposit>(sql`select ${LOCKED_COLUMNS} from deposits where ${isOneOf(which)} order by id`);

export type DepositNames = { txids: readonly string[] } | { ids: readonly Id<'deposit'>[] };

const isOneOf = (which: DepositNames): Sql =>
  'txids' in which ? sql`txid = any(${which.txids}::text[])` : sql`id = any(${which.ids}::bigint[])`;

export interface NewPayment {
  endToEndId: string;
  depositId: Id<'deposit'>;
  amountCents: Cents;
  paidAt: Date;
  status: 'CREDITED' | 'WAITING';
  fault: PaymentFault | null;
}

export async function insertPayments(tx: Tx, payments: readonly NewPayment[], now: Date): Promise<void> {
  await tx.query(sql`
    insert into deposit_payments (end_to_end_id, deposit_id, amount_cents, paid_at, received_at, status, fault)
    select end_to_end_id, deposit_id, amount_cents, paid_at, ${now}, status, fault
    from unnest(
      ${payments.map(({ endToEndId }) => endToEndId)}::text[], ${payments.map(({ depositId }) => depositId)}::bigint[],
      ${payments.map(({ amountCents }) => amountCents)}::bigint[],
      ${payments.map(({ paidAt }) => paidAt.toISOString())}::timestamptz[],
      ${payments.map(({ status }) => status)}::text[], ${payments.map(({ fault }) => fault)}::text[]
    ) as given (end_to_end_id, deposit_id, amount_cents, paid_at, status, fault)`);
}

export async function findKnownPayments(tx: Tx, endToEndIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ endToEndId: string }>(sql`
    select end_to_end_id from deposit_payments where end_to_end_id = any(${endToEndIds}::text[])`);
  return new Set(rows.map(({ endToEndId }) => endToEndId));
}

export async function confirmPaid(tx: Tx, ids: readonly Id<'deposit'>[], now: Date): Promise<void> {
  await tx.query(sql`
    update deposits set status = 'CONFIRMED', credited_cents = amount_cents, ended_at = ${now}, is_watched = false
    where id = any(${ids}::bigint[])`);
}

interface Decision {
  id: Id<'deposit'>;
  actorId: Id<'user'>;
  reason: string;
  now: Date;
}

/** The server keeps asking for money that is not known yet. */
export async function confirmManually(
  tx: Tx,
  decision: Decision & { creditedCents: Cents; endToEndId: string | null },
) {
  const { id, actorId, reason, now, creditedCents, endToEndId } = decision;
  await tx.query(sql`
    with credited as (
      update deposit_payments set status = 'CREDITED' where end_to_end_id = ${endToEndId} and deposit_id = ${id})
    update deposits set status = 'CONFIRMED', credited_cents = ${creditedCents}, ended_at = ${now},
      decided_by = ${actorId}, decision_reason = ${reason}, is_watched = ${endToEndId === null}
    where id = ${id}`);
}

/** Credited and rejected deposits keep their status. */
export async function rejectManually(tx: Tx, { id, actorId, reason, now }: Decision): Promise<void> {
  await tx.query(sql`
    with dismissed as (
      update deposit_payments set status = 'DISMISSED' where deposit_id = ${id} and status = 'WAITING')
    update deposits set decided_by = ${actorId}, decision_reason = ${reason},
      status = case status when 'CONFIRMED' then 'CONFIRMED' else 'REJECTED' end,
      ended_at = case when status in ('PENDING', 'EXPIRED') then ${now} else ended_at end
    where id = ${id}`);
}

/** The deposit is locked, so no payment is missed. */
export const listWaitingPayments = (
  tx: Tx,
  id: Id<'deposit'>,
): Promise<Pick<DepositPayment, 'endToEndId' | 'amountCents' | 'fault'>[]> =>
  tx.query(sql`
    select end_to_end_id, amount_cents, fault from deposit_payments
    where deposit_id = ${id} and status = 'WAITING' order by received_at, end_to_end_id`);

export type ExpiredDeposit = Pick<Deposit, 'id' | 'userId' | 'amountCents'>;

/** Deposits under another lock are skipped. */
export function expireDeposits(tx: Tx, now: Date, limit: number): Promise<ExpiredDeposit[]> {
  return tx.query(sql`
    with due as (
      select id from deposits where status = 'PENDING' and expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked)
    update deposits set status = 'EXPIRED', ended_at = ${now} from due where deposits.id = due.id
    returning deposits.id, user_id, amount_cents`);
}

/** There is no code to pay by. If a charge may exist, the server keeps asking about it. */
export async function expireUnmade(tx: Tx, id: Id<'deposit'>, now: Date, mayExist: boolean): Promise<void> {
  await tx.query(sql`
    update deposits set status = 'EXPIRED', ended_at = ${now}, is_watched = ${mayExist}
    where id = ${id} and status = 'PENDING' and code is null`);
}

export type AskedDeposit = Pick<Deposit, 'id' | 'userId' | 'txid' | 'amountCents' | 'expiresAt'>;

/**
 * Takes those that were asked about longest ago. An open charge is asked about again and again, and a last time some
 * minutes after its end.
 */
export function takeToAsk(
  tx: Tx,
  { now, madeBefore, endedBefore, limit }: { now: Date; madeBefore: Date; endedBefore: Date; limit: number },
): Promise<AskedDeposit[]> {
  return tx.query<AskedDeposit>(sql`
    with due as (
      select id from deposits
      where is_watched and created_at <= ${madeBefore} and (expires_at > ${now} or expires_at <= ${endedBefore})
      order by asked_at nulls first, id limit ${limit} for update skip locked)
    update deposits set asked_at = ${now} from due where deposits.id = due.id
    returning deposits.id, user_id, txid, amount_cents, expires_at`);
}

/**
 * Stops unless a return is open; returns whether it was watched until now. The lock comes first and apart, because a
 * statement that waits for the deposit itself would miss the return that the holder has written.
 */
export async function stopWatching(tx: Tx, id: Id<'deposit'>): Promise<boolean> {
  const [, rows] = await Promise.all([
    tx.query(sql`select from deposits where id = ${id} for update`),
    tx.query<{ isWatched: boolean }>(sql`
      update deposits set is_watched = exists (
        select from deposit_returns where deposit_id = ${id} and deposit_returns.status = 'OPEN')
      where id = ${id} and is_watched returning is_watched`),
  ]);
  return rows[0]?.isWatched === false;
}

export async function findLastPending(tx: Tx, userId: Id<'user'>): Promise<Id<'deposit'> | null> {
  const rows = await tx.query<{ id: Id<'deposit'> | null }>(
    sql`select max(id) as id from deposits where user_id = ${userId} and status = 'PENDING'`,
  );
  return rows[0]?.id ?? null;
}

interface Cancellation {
  userId: Id<'user'>;
  lastId: Id<'deposit'>;
  now: Date;
}

/**
 * Deposits are locked by id, as everywhere. The status is checked again, since a payment may have been applied
 * meanwhile.
 */
export function cancelPending(tx: Tx, { userId, lastId, now }: Cancellation): Promise<ExpiredDeposit[]> {
  return tx.query(sql`
    with open as (
      select id from deposits
      where user_id = ${userId} and status = 'PENDING' and id <= ${lastId} order by id for update)
    update deposits set status = 'EXPIRED', ended_at = ${now}, called_off_at = ${now}
    from open where deposits.id = open.id and deposits.status = 'PENDING'
    returning deposits.id, user_id, amount_cents`);
}

export function listToRemove(db: Db, userId: Id<'user'>, now: Date): Promise<{ id: Id<'deposit'>; txid: string }[]> {
  return db.query(sql`
    select id, txid from deposits
    where user_id = ${userId} and called_off_at is not null and removed_at is null and expires_at > ${now} order by id`);
}

export async function markRemoved(db: Db, id: Id<'deposit'>, now: Date): Promise<void> {
  await db.query(sql`update deposits set removed_at = ${now} where id = ${id} and removed_at is null`);
}
