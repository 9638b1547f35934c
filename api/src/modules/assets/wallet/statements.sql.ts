import type { Db, Tx } from '../../../platform/database/db.ts';
import { join, lookUp, type Sql, sql } from '../../../platform/database/sql.ts';
import { dayEnd, dayStart, parseDay } from '../../../platform/days.ts';
import type { Id } from '../../../platform/ids.ts';
import { type ListPart, orderBy, partOf, type RowList } from '../../../platform/lists.ts';
import { columnsOf } from '../../../platform/record.ts';
import { keepDays } from '../../../platform/roll-ups/kept-days.ts';
import { StoredTransfer, type TransferFilter, type TransferRow } from './wallet.records.ts';

export const transferDays = keepDays({
  table: 'transfer_days',
  columns: ['type', 'transfers', 'amount_cents', 'credited_cents'],
  running: { keys: ['type'] },
  firstMoment: sql`select min(created_at) from transfers`,
  figures: ({ day, isWithin }) => sql`
    select ${day}, type, count(*), sum(amount_cents),
      coalesce(sum(amount_cents) filter (where credit_account = 'USER'), 0)
    from transfers where ${isWithin} group by 1, type`,
});

/** Orders by id: a writer locks the account, so the ids of a user rise in the order in which the balance has changed. */
export function listUserTransfers(db: Db | Tx, userId: Id<'user'>, filter: TransferFilter, part: ListPart) {
  const order = { by: ['id'], way: 'desc' } as const;
  return listTransfers(db, { from: 'transfers', of: ofUser(userId), where: conditionsOf(filter), order }, part);
}

/** Takes everything since a transfer off the present balance, in one statement, so that nothing comes between. */
export async function findBalancesAfter(
  db: Db | Tx,
  userId: Id<'user'>,
  ids: readonly Id<'transfer'>[],
): Promise<ReadonlyMap<Id<'transfer'>, bigint>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ id: Id<'transfer'>; balanceCents: bigint }>(sql`
    with later as (
      select id, coalesce(sum(
          case 'USER' when credit_account then amount_cents when debit_account then -amount_cents else 0 end
        ) over (order by id desc rows between unbounded preceding and 1 preceding), 0) as moved_cents
      from transfers
      where user_id = ${userId} and id >= (select min(id) from unnest(${ids}::bigint[]) id))
    select later.id, (balance_cents - moved_cents)::bigint as balance_cents
    from later, accounts where accounts.user_id = ${userId} and later.id = any(${ids}::bigint[])`);
  return new Map(rows.map(({ id, balanceCents }) => [id, balanceCents]));
}

/**
 * Orders by time, which has an index for every filter: among the ids of all users those of one type or one week may be
 * anywhere.
 */
export function listAllTransfers(db: Db | Tx, filter: TransferFilter, part: ListPart) {
  const order = { by: ['created_at', 'id'], way: 'desc' } as const;
  return listTransfers(db, { from: 'transfers', where: conditionsOf(filter), order }, part);
}

function listTransfers(db: Db | Tx, list: RowList, part: ListPart) {
  return db.query<TransferRow>(sql`
    select ${columnsOf(StoredTransfer, 'transfer')}, users.username
    from (${partOf(list, part)}) transfer ${lookUp('users', 'transfer.user_id')}
    ${orderBy(list.order, 'transfer')}`);
}

/** Null: the user is unknown. The account has the count of all transfers. */
export async function countUserTransfers(
  db: Db | Tx,
  userId: Id<'user'>,
  filter: TransferFilter,
): Promise<number | null> {
  const conditions = conditionsOf(filter);
  const count =
    conditions.length === 0
      ? sql`transfer_count`
      : sql`(select count(*) from transfers where ${join([ofUser(userId), ...conditions], ' and ')})`;
  const rows = await db.query<{ count: string }>(sql`select ${count} as count from accounts where user_id = ${userId}`);
  return rows[0] === undefined ? null : Number(rows[0].count);
}

export async function countAllTransfers(db: Db | Tx, { type, from, to }: TransferFilter): Promise<number> {
  const days = transferDays.between(from ?? parseDay('2000-01-01'), to ?? parseDay('2999-12-31'));
  const rows = await db.query<{ count: string }>(sql`
    select coalesce(sum(transfers), 0) as count from (${days}) booked
    ${type === undefined ? sql`` : sql`where type = ${type}`}`);
  return Number(rows[0]?.count ?? 0);
}

const ofUser = (userId: Id<'user'>) => sql`user_id = ${userId}`;

/** Indexes by type leave it out, because so many transfers have this type that a list of them needs none. */
const NOT_INDEXED = 'CASE_OPEN';

/** Repeats the condition of the indexes, on which a plan for any type could not rely. */
const ofType = (type: string): Sql =>
  type === NOT_INDEXED ? sql`type = ${type}` : sql`type = ${type} and type <> 'CASE_OPEN'`;

function conditionsOf({ type, from, to }: TransferFilter): Sql[] {
  return [
    ...(type === undefined ? [] : [ofType(type)]),
    ...(from === undefined ? [] : [sql`created_at >= ${dayStart(from)}`]),
    ...(to === undefined ? [] : [sql`created_at < ${dayEnd(to)}`]),
  ];
}
