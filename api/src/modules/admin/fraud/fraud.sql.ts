import type { Db, Tx } from '../../../platform/database/db.ts';
import { join, lookUp, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Day } from '../../../platform/days.ts';
import type { Id } from '../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList } from '../../../platform/lists.ts';
import type { Cents } from '../../../platform/money.ts';
import type { RowsOfUser } from '../../../platform/personal-data/personal-rows.ts';
import type {
  FoundFlow,
  FoundOdds,
  FoundSharing,
  FoundSuspicion,
  KnownSuspicion,
  OddsSums,
  Review,
  RiskMoney,
  RiskSession,
  SharedAddresses,
  SharingUser,
  SuspectLimits,
  Suspicion,
  SuspicionReason,
  SuspicionState,
} from './fraud.records.ts';

const NAMED = 20;

interface OddsRow {
  plays: string;
  wonCents: Cents;
  expectedCents: number;
  variance: string;
  largestCents: Cents;
}

const oddsOf = (row: OddsRow): OddsSums => ({
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

interface SuspicionRow extends Omit<Suspicion, 'review'> {
  reviewedAt: Date | null;
  reviewedBy: Id<'user'> | null;
  reviewNote: string | null;
}

const selectSuspicions = (suspicions: Sql): Sql => sql`
  select suspicion.id, user_id, username, reason, state, weight, figures, opened_at, last_found_at, reviewed_at,
    reviewed_by, review_note
  from (${suspicions}) suspicion ${lookUp('users', 'suspicion.user_id')}`;

function suspicionOf({ reviewedAt, reviewedBy, reviewNote, ...row }: SuspicionRow): Suspicion {
  const isReviewed = reviewedAt !== null && reviewedBy !== null && reviewNote !== null;
  return { ...row, review: isReviewed ? { at: reviewedAt, by: reviewedBy, note: reviewNote } : null };
}

export async function listSuspicions(
  db: Db,
  { state, reason }: { state: SuspicionState; reason?: SuspicionReason | undefined },
  part: ListPart,
): Promise<{ suspicions: Suspicion[]; total: number }> {
  const list: RowList = {
    from: 'suspicions',
    where: [sql`state = ${state}`, ...(reason === undefined ? [] : [sql`reason = ${reason}`])],
    order: { by: ['opened_at', 'id'], way: 'desc' },
  };
  const [rows, total] = await Promise.all([
    db.query<SuspicionRow>(sql`${selectSuspicions(partOf(list, part))} ${orderBy(list.order, 'suspicion')}`),
    countRows(db, list),
  ]);
  return { suspicions: rows.map(suspicionOf), total };
}

export async function listSuspicionsOf(db: Db, userId: Id<'user'>): Promise<Suspicion[]> {
  const rows = await db.query<SuspicionRow>(sql`
    ${selectSuspicions(sql`select * from suspicions where user_id = ${userId}`)} order by reason`);
  return rows.map(suspicionOf);
}

export async function findOpenSuspicions(
  db: Db | Tx,
  userIds: readonly Id<'user'>[],
): Promise<ReadonlyMap<Id<'user'>, readonly SuspicionReason[]>> {
  const rows = await db.query<{ userId: Id<'user'>; reasons: SuspicionReason[] }>(sql`
    select user_id, array_agg(reason order by reason) as reasons from suspicions
    where user_id = any(${userIds}::bigint[]) and state = 'OPEN' group by user_id`);
  return new Map(rows.map(({ userId, reasons }) => [userId, reasons]));
}

export async function findSuspicion(tx: Tx, id: Id<'suspicion'>): Promise<Suspicion | null> {
  const rows = await tx.query<SuspicionRow>(selectSuspicions(sql`select * from suspicions where id = ${id}`));
  return rows[0] === undefined ? null : suspicionOf(rows[0]);
}

export async function updateToReviewed(tx: Tx, id: Id<'suspicion'>, { at, by, note }: Review): Promise<boolean> {
  const rows = await tx.query(sql`
    update suspicions set state = 'REVIEWED', reviewed_at = ${at}, reviewed_by = ${by}, review_note = ${note},
      reviewed_weight = weight
    where id = ${id} and state = 'OPEN' returning id`);
  return rows.length > 0;
}

/** The lock keeps administrators from reviewing them until the end of `tx`. */
export async function lockKnown(tx: Tx, found: readonly FoundSuspicion[]): Promise<KnownSuspicion[]> {
  const rows = await tx.query<Omit<KnownSuspicion, 'reviewedWeight'> & { reviewedWeight: string | null }>(sql`
    select user_id, reason, last_found_at, reviewed_weight
    from suspicions
    where (user_id, reason) in (
      select * from unnest(${found.map(({ userId }) => userId)}::bigint[], ${found.map(({ reason }) => reason)}::text[]))
    order by id for update`);
  return rows.map((row) => ({
    ...row,
    reviewedWeight: row.reviewedWeight === null ? null : BigInt(row.reviewedWeight),
  }));
}

/** Skips users who cannot log in. A suspicion that is opened again needs a new review. */
export async function saveFound(
  tx: Tx,
  found: readonly (FoundSuspicion & { state: SuspicionState })[],
  now: Date,
): Promise<void> {
  await tx.query(sql`
    insert into suspicions (user_id, reason, state, weight, figures, opened_at, last_found_at)
    select user_id, reason, state, weight, figures::jsonb, ${now}, ${now}
    from unnest(
      ${found.map(({ userId }) => userId)}::bigint[], ${found.map(({ reason }) => reason)}::text[],
      ${found.map(({ state }) => state)}::text[], ${found.map(({ weight }) => weight)}::bigint[],
      ${found.map(({ figures }) => JSON.stringify(figures))}::text[]
    ) as found (user_id, reason, state, weight, figures)
    where exists (select from users where users.id = user_id and status not in ('BANNED', 'CLOSED'))
    order by user_id, reason
    on conflict (user_id, reason) do update
    set state = excluded.state, weight = excluded.weight, figures = excluded.figures,
      last_found_at = excluded.last_found_at,
      reviewed_weight = case when excluded.state <> 'OPEN' then suspicions.reviewed_weight end,
      opened_at = case when excluded.state = 'OPEN' and suspicions.state <> 'OPEN' then excluded.opened_at
        else suspicions.opened_at end`);
}

/** A suspicion that was not found `now` is over. */
export async function endOthers(tx: Tx, now: Date): Promise<void> {
  await tx.query(sql`update suspicions set state = 'OVER' where state <> 'OVER' and last_found_at < ${now}`);
}

export async function deleteSuspicionsOf(tx: Tx, userId: Id<'user'>): Promise<void> {
  await tx.query(sql`delete from suspicions where user_id = ${userId}`);
}

// Figures of days belong to other modules, which give them as the selects of `StoredDays`.

/** People could not review more; the most important ones are kept. */
const MOST = 10_000;

/** Lists users beyond the limit by the plain z-score, which is never below the cautious one. */
export async function listLucky(tx: Tx, odds: readonly Sql[], limits: SuspectLimits): Promise<FoundOdds[]> {
  const { zScore, minCents } = limits;
  const rows = await tx.query<OddsRow & { userId: Id<'user'> }>(sql`
    select user_id, sum(plays) as plays, sum(won_cents) as won_cents, sum(expected_cents)::float8 as expected_cents,
      sum(variance) as variance, max(largest_cents) as largest_cents
    from (${join(odds, ' union all ')}) played group by user_id
    having sum(won_cents) - sum(expected_cents) >= greatest(${minCents}::bigint, 1)
      and (sum(won_cents) - sum(expected_cents)) * (sum(won_cents) - sum(expected_cents))
        >= ${zScore}::numeric * ${zScore}::numeric * sum(variance)
    order by sum(won_cents) - sum(expected_cents) desc, user_id limit ${MOST}`);
  return rows.map(({ userId, ...sums }) => ({ userId, ...oddsOf(sums) }));
}

/**
 * Lists users who asked since `start` to be paid what they had deposited since, with their stakes: `plays` select
 * user_id and wagered_cents of these days, `sales` also created_at, of any day. A request counts as soon as money is
 * held, so it is seen before it is paid. The search begins with those who asked, who are few. Deposits that the payer's
 * bank took back still count, because requests after them need a look all the more.
 */
export function listFlows(
  tx: Tx,
  { plays, sales }: { plays: readonly Sql[]; sales: readonly Sql[] },
  start: Date,
  { minCents }: SuspectLimits,
): Promise<FoundFlow[]> {
  const sold = sales.map(
    (each) => sql`select wagered_cents from (${each}) sale where user_id = passed.user_id and created_at >= ${start}`,
  );
  return tx.query<FoundFlow>(sql`
    with asked as (
      select user_id, sum(case type when 'WITHDRAWAL_HOLD' then amount_cents else -amount_cents end) as withdrawn_cents
      from transfers where type in ('WITHDRAWAL_HOLD', 'WITHDRAWAL_RELEASE') and created_at >= ${start} group by user_id
    ), passed as materialized (
      select asked.*, deposited_cents from asked
      cross join lateral (
        select coalesce(sum(amount_cents), 0) as deposited_cents from transfers
        where user_id = asked.user_id and type = 'DEPOSIT' and created_at >= ${start}) booked
      where least(withdrawn_cents, deposited_cents) >= ${minCents}
      order by least(withdrawn_cents, deposited_cents) desc, asked.user_id limit ${MOST}
    ), played as (
      select user_id, sum(wagered_cents) as wagered_cents from (${join(plays, ' union all ')}) play
      where user_id in (select user_id from passed) group by user_id)
    select user_id, deposited_cents, withdrawn_cents,
      coalesce(wagered_cents, 0) + greatest(sold_cents, 0) as wagered_cents
    from passed left join played using (user_id)
    cross join lateral (
      select sum(sold.wagered_cents) as sold_cents
      from (${join([sql`select 0 as wagered_cents`, ...sold], ' union all ')}) sold) tickets`);
}

/**
 * Counts every address once instead of every pair of users, since thousands may share a provider's address. They come
 * last, so they leave room for small rings.
 */
export async function listSharing(tx: Tx, { sharedUsers }: SuspectLimits, most = MOST): Promise<FoundSharing[]> {
  const rows = await tx.query<{ userId: Id<'user'>; otherUsers: string }>(sql`
    select user_id, max(users) - 1 as other_users
    from (
      select user_id, count(*) over (partition by ip) as users
      from (
        select ip, user_id from sessions where expires_at > now()
        union
        select seen.ip, user_id from session_addresses seen join sessions on sessions.id = session_id
        where expires_at > now()) came) shared
    where users > greatest(${sharedUsers}::bigint, 1)
    group by user_id order by min(users), user_id limit ${most}`);
  return rows.map(({ userId, otherUsers }) => ({ userId, otherUsers: Number(otherUsers) }));
}
