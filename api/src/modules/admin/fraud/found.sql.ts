import type { Tx } from '../../../platform/database/db.ts';
import { join, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { FoundFlow, FoundOdds, FoundSharing, SuspectLimits } from './fraud.types.ts';

/** What days came to is asked of the modules, which keep it; it is handed in as the selects of `StoredDays`. */

/** More than people can look at; those that matter most are kept. */
const MOST = 10_000;

type Read<Row> = { [Key in keyof Row]: string } & { userId: Id<'user'> };

/** Who has won more than the limits allow by the plain z-score, which is never below the cautious one. */
export async function listLucky(tx: Tx, odds: readonly Sql[], limits: SuspectLimits): Promise<FoundOdds[]> {
  const { zScore, minCents } = limits;
  const rows = await tx.query<Read<FoundOdds>>(sql`
    select user_id, sum(plays) as plays, sum(won_cents) as won_cents, sum(expected_cents)::float8 as expected_cents,
      sum(variance) as variance, max(largest_cents) as largest_cents
    from (${join(odds, ' union all ')}) played group by user_id
    having sum(won_cents) - sum(expected_cents) >= greatest(${minCents}::bigint, 1)
      and (sum(won_cents) - sum(expected_cents)) * (sum(won_cents) - sum(expected_cents))
        >= ${zScore}::numeric * ${zScore}::numeric * sum(variance)
    order by sum(won_cents) - sum(expected_cents) desc, user_id limit ${MOST}`);
  return rows.map(({ userId, plays, wonCents, expectedCents, variance, largestCents }) => ({
    userId,
    plays: Number(plays),
    wonCents: Number(wonCents),
    expectedCents: Number(expectedCents),
    variance: Number(variance),
    largestCents: Number(largestCents),
  }));
}

/**
 * Who has asked to be paid out since `start` what they had deposited since, with what they have staked: `plays` select
 * user_id and wagered_cents of these days, `sales` also created_at, of any. A request counts from when money is held for it, so that it is seen before it is paid. Found
 * by those who asked, who are few. A deposit that the payer's bank took back counts as one: it came in, and what was asked
 * for because of it is to be looked at all the more.
 */
export async function listFlows(
  tx: Tx,
  { plays, sales }: { plays: readonly Sql[]; sales: readonly Sql[] },
  start: Date,
  { minCents }: SuspectLimits,
): Promise<FoundFlow[]> {
  const sold = sales.map(
    (each) => sql`select wagered_cents from (${each}) sale where user_id = passed.user_id and created_at >= ${start}`,
  );
  const rows = await tx.query<Read<FoundFlow>>(sql`
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
  return rows.map(({ userId, depositedCents, withdrawnCents, wageredCents }) => ({
    userId,
    depositedCents: BigInt(depositedCents),
    withdrawnCents: BigInt(withdrawnCents),
    wageredCents: BigInt(wageredCents),
  }));
}

/**
 * How many others come from an address of theirs. Each address is counted once, and not each pair of users, since thousands
 * may come through the one address of a provider. Those of such an address come last: where there are too many, they would
 * leave no room for small rings, which are no accident.
 */
export async function listSharing(tx: Tx, { sharedUsers }: SuspectLimits, most = MOST): Promise<FoundSharing[]> {
  const rows = await tx.query<Read<FoundSharing>>(sql`
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
