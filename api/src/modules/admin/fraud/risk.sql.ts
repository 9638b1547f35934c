import type { Db, Tx } from '../../../platform/database/db.ts';
import { join, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Day } from '../../../platform/days.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { RowsOfUser } from '../../../platform/personal-data/personal-rows.ts';
import type { OddsSums } from './fraud.records.ts';
import type { RiskMoney, RiskSession, SharedAddresses, SharingUser } from './risk.records.ts';

const NAMED = 20;

export interface OddsRow {
  plays: string;
  wonCents: Cents;
  expectedCents: number;
  variance: string;
  largestCents: Cents;
}

export const oddsOf = (row: OddsRow): OddsSums => ({
  plays: Number(row.plays),
  wonCents: Number(row.wonCents),
  expectedCents: row.expectedCents,
  variance: Number(row.variance),
  largestCents: Number(row.largestCents),
});

/** Payments that wait for a decision were never deposited. */
const returnedTo = (userId: Id<'user'>) => sql`
  (select coalesce(sum(gone.amount_cents), 0)
    from deposits join deposit_returns gone on gone.deposit_id = deposits.id
    join deposit_payments paid using (end_to_end_id)
    where deposits.user_id = ${userId} and paid.status = 'CREDITED' and gone.status <> 'FAILED')`;

/** Sums few rows, each by an index, without plays. */
export async function readMoney(db: Db | Tx, userId: Id<'user'>): Promise<RiskMoney> {
  // A type is part of the statement, so that PostgreSQL finds its index.
  const booked = (type: Sql, amount = sql`amount_cents`) =>
    sql`(select coalesce(sum(${amount}), 0) from transfers where user_id = ${userId} and type = ${type})`;
  const rows = await db.query<RiskMoney>(sql`
    select ${booked(sql`'DEPOSIT'`)} as deposited_cents, ${booked(sql`'WITHDRAWAL'`)} as withdrawn_cents,
      ${returnedTo(userId)} as returned_cents,
      ${booked(sql`'ADMIN_ADJUSTMENT'`, sql`case credit_account when 'USER' then amount_cents else -amount_cents end`)}
        as adjusted_cents,
      coalesce((select balance_cents from accounts where user_id = ${userId}), 0) as balance_cents,
      coalesce((select debt_cents from accounts where user_id = ${userId}), 0) as debt_cents,
      (select coalesce(sum(amount_cents), 0) from holds where user_id = ${userId} and status = 'HELD') as held_cents,
      (select coalesce(sum(count * value_cents_brl), 0) from inventory_counts join items on items.id = item_id
        where user_id = ${userId} and status in ('AVAILABLE', 'LOCKED', 'IN_SWAP')) as inventory_cents,
      (select coalesce(sum(value_cents_brl), 0) from market_withdrawals join items on items.id = item_id
        where user_id = ${userId} and status = 'COMPLETED' and reversed_at is null) as items_withdrawn_cents`);
  return rows[0] as RiskMoney;
}

export async function readOdds(db: Db, userId: Id<'user'>, from: Day): Promise<OddsSums | null> {
  const rows = await db.query<OddsRow>(sql`
    select sum(plays) as plays, sum(won_cents) as won_cents, sum(expected_cents)::float8 as expected_cents,
      sum(variance) as variance, max(largest_cents) as largest_cents
    from odds_days where user_id = ${userId} and day >= ${from}::date having count(*) > 0`);
  return rows[0] === undefined ? null : oddsOf(rows[0]);
}

/** Lists valid sessions without their ids, which would let a reader in. */
export const listRiskSessions = (db: Db, userId: Id<'user'>): Promise<RiskSession[]> =>
  db.query<RiskSession>(sql`
    select ip, user_agent, created_at, last_activity,
      array(select seen.ip from session_addresses seen where session_id = sessions.id order by seen_at desc limit ${NAMED})
        as other_addresses
    from sessions where user_id = ${userId} and expires_at > now()
    order by last_activity desc, created_at desc limit ${NAMED}`);

export async function findSharing(db: Db, userId: Id<'user'>): Promise<SharedAddresses> {
  const rows = await db.query<SharingUser & { total: string }>(sql`
    with own as materialized (
      select ip from sessions where user_id = ${userId} and expires_at > now()
      union
      select seen.ip from sessions join session_addresses seen on session_id = sessions.id
      where user_id = ${userId} and expires_at > now()
    ), others as (
      select came.user_id, array_agg(distinct own.ip) as addresses
      from own cross join lateral (
        select user_id from sessions where sessions.ip = own.ip and expires_at > now()
        union all
        select user_id from session_addresses seen join sessions on sessions.id = session_id
        where seen.ip = own.ip and expires_at > now()) came
      where came.user_id <> ${userId} group by came.user_id)
    select users.id, username, status, addresses, total
    from (select *, count(*) over () as total from others order by user_id desc limit ${NAMED}) shared
    join users on users.id = shared.user_id order by users.id desc`);
  return { total: Number(rows[0]?.total ?? 0), users: rows.map(({ total: _, ...user }) => user) };
}

export async function countUnsettled(
  db: Db,
  unsettled: Readonly<Record<string, RowsOfUser>>,
  userId: Id<'user'>,
): Promise<Record<string, number>> {
  const asked = Object.entries(unsettled).map(
    ([name, rows]) => sql`select ${name}::text as name, count(*)::int as count from (${rows(userId)}) open`,
  );
  const rows = await db.query<{ name: string; count: number }>(join(asked, ' union all '));
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
