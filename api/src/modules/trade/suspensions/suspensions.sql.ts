import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList } from '../../../platform/lists.ts';
import { columnsOf } from '../../../platform/record.ts';
import type { RunningBar } from '../../assets/limits/index.ts';
import { type Risk, Suspension, type UserDebt } from './suspensions.records.ts';

const COLUMNS = columnsOf(Suspension);

/** The first reversal stays the reason. The caller holds the lock of the account. */
export async function insertSuspension(
  tx: Tx,
  { userId, since, reason, withdrawalId }: Omit<Suspension, 'username'>,
): Promise<void> {
  await tx.query(sql`
    insert into withdrawal_suspensions (user_id, since, reason, withdrawal_id)
    values (${userId}, ${since}, ${reason}, ${withdrawalId}) on conflict (user_id) do nothing`);
}

export async function deleteSuspension(tx: Tx, userId: Id<'user'>): Promise<Suspension | null> {
  const rows = await tx.query<Suspension>(sql`
    delete from withdrawal_suspensions using users
    where user_id = ${userId} and users.id = user_id
    returning ${COLUMNS}`);
  return rows[0] ?? null;
}

/** The first suspension of a person's closed accounts becomes that of their present account. */
export async function moveSuspensions(tx: Tx, userId: Id<'user'>, closedIds: readonly Id<'user'>[]): Promise<void> {
  await tx.query(sql`
    with moved as (
      delete from withdrawal_suspensions where user_id = any(${closedIds}::bigint[])
      returning since, reason, withdrawal_id)
    insert into withdrawal_suspensions (user_id, since, reason, withdrawal_id)
    select ${userId}, since, reason, withdrawal_id from moved order by since, withdrawal_id limit 1`);
}

export async function hasSuspension(db: Db | Tx, userId: Id<'user'>): Promise<boolean> {
  return (await findSuspended(db, [userId])).has(userId);
}

export async function findSuspended(db: Db | Tx, userIds: readonly Id<'user'>[]): Promise<ReadonlySet<Id<'user'>>> {
  const rows = await db.query<{ userId: Id<'user'> }>(sql`
    select user_id from withdrawal_suspensions where user_id = any(${userIds}::bigint[])`);
  return new Set(rows.map(({ userId }) => userId));
}

export const countSuspensions = (db: Db): Promise<number> => countRows(db, { from: 'withdrawal_suspensions' });

export async function listSuspensions(db: Db, part: ListPart): Promise<{ suspensions: Suspension[]; total: number }> {
  const list: RowList = {
    from: 'withdrawal_suspensions',
    order: { by: ['since', 'user_id'], way: 'desc' },
    key: ['user_id'],
  };
  const [suspensions, total] = await Promise.all([
    db.query<Suspension>(sql`
      select ${COLUMNS}
      from (${partOf(list, part)}) suspension join users on users.id = user_id ${orderBy(list.order)}`),
    countSuspensions(db),
  ]);
  return { suspensions, total };
}

/** It is exact under the lock of the account, which a return is recorded under. */
export async function readDebt(tx: Tx, userId: Id<'user'>): Promise<UserDebt> {
  const rows = await tx.query<UserDebt>(sql`
    select debt_cents, (
        select coalesce(sum(gone.amount_cents), 0) from deposit_returns gone join deposits on deposits.id = gone.deposit_id
        where gone.status = 'OPEN' and coalesce(owed_by, deposits.user_id) = accounts.user_id) as open_return_cents
    from accounts where user_id = ${userId}`);
  return rows[0] as UserDebt;
}

/**
 * Debtors give no items to others, because their own withdrawals wait for review and those of others would not. The caller
 * holds the locks of the accounts.
 */
export async function findDebtors(tx: Tx, userIds: readonly Id<'user'>[]): Promise<ReadonlySet<Id<'user'>>> {
  const rows = await tx.query<{ userId: Id<'user'> }>(sql`
    select user_id from accounts where user_id = any(${userIds}::bigint[]) and (debt_cents > 0 or exists (
      select from deposit_returns gone join deposits on deposits.id = gone.deposit_id
      where gone.status = 'OPEN' and coalesce(owed_by, deposits.user_id) = accounts.user_id))`);
  return new Set(rows.map(({ userId }) => userId));
}

type Known = 'status' | 'withdrawalsSuspended' | 'accountCreatedAt' | 'returnedDeposits';
type Standing = Pick<Risk, Known> & { userId: Id<'user'>; exclusion: RunningBar | null };
type StandingRow = Omit<Standing, 'exclusion' | 'returnedDeposits'> & {
  barKind: RunningBar['kind'] | null;
  barUntil: Date | null;
  returnedCount: number;
  returnedCents: bigint;
};

/** A deposit counts as returned where its payment was credited, as in the risk page of a user, and the return has not failed. */
export async function listStandings(db: Db | Tx, userIds: readonly Id<'user'>[], now: Date): Promise<Standing[]> {
  const rows = await db.query<StandingRow>(sql`
    select users.id as user_id, users.status, users.created_at as account_created_at,
      running.play_bar as bar_kind, running.play_barred_until as bar_until,
      exists (select from withdrawal_suspensions where user_id = users.id) as withdrawals_suspended,
      returned.count as returned_count, returned.cents as returned_cents
    from users
    left join accounts running on running.user_id = users.id
      and running.play_bar <> 'CLOSED' and running.play_barred_until > ${now}
    cross join lateral (
      select count(distinct deposits.id)::int as count, coalesce(sum(gone.amount_cents), 0) as cents
      from deposits join deposit_returns gone on gone.deposit_id = deposits.id
      join deposit_payments paid using (end_to_end_id)
      where deposits.user_id = users.id and paid.status = 'CREDITED' and gone.status <> 'FAILED') returned
    where users.id = any(${userIds}::bigint[])`);
  return rows.map(({ barKind, barUntil, returnedCount, returnedCents, ...row }) => ({
    ...row,
    exclusion: barKind === null || barUntil === null ? null : { kind: barKind, until: barUntil },
    returnedDeposits: { count: returnedCount, cents: returnedCents },
  }));
}
