import type { Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';

type WithdrawalId = Id<'market-withdrawal'>;

/** The withdrawal for which a user is suspended; null where they are not. */
export async function findSuspensionReason(tx: Tx, userId: Id<'user'>): Promise<WithdrawalId | null> {
  const rows = await tx.query<{ id: WithdrawalId }>(sql`
    select withdrawal_id as id from withdrawal_suspensions where user_id = ${userId}`);
  return rows[0]?.id ?? null;
}

/** Deliveries to a user whose trades may still be taken back, each with the end of that. */
export async function listReversible(tx: Tx, userId: Id<'user'>, now: Date): Promise<Record<WithdrawalId, string>> {
  const rows = await tx.query<{ id: WithdrawalId; until: Date }>(sql`
    select id, completed_at + interval '7 days' as until from market_withdrawals
    where user_id = ${userId} and status = 'COMPLETED' and reversed_at is null
      and completed_at > ${now}::timestamptz - interval '7 days'`);
  return Object.fromEntries(rows.map(({ id, until }) => [id, until.toISOString()]));
}

/** Until the end of `tx`, in the order of their ids. */
export async function lockWithdrawals(tx: Tx, ids: readonly WithdrawalId[]): Promise<void> {
  await tx.query(sql`
    select from market_withdrawals where id = any(${ids}::bigint[]) order by id for no key update`);
}

/** Suspensions for these withdrawals, whoever has them, become one of this user: the first of them. */
export async function moveSuspensions(tx: Tx, userId: Id<'user'>, ids: readonly WithdrawalId[]): Promise<void> {
  const moved = await tx.query<{ since: Date; reason: string; withdrawalId: WithdrawalId }>(sql`
    delete from withdrawal_suspensions where withdrawal_id = any(${ids}::bigint[])
    returning since, reason, withdrawal_id as "withdrawalId"`);
  const [first] = moved.toSorted((one, other) => one.since.getTime() - other.since.getTime());
  if (first === undefined) return;
  await tx.query(sql`
    insert into withdrawal_suspensions (user_id, since, reason, withdrawal_id)
    values (${userId}, ${first.since}, ${first.reason}, ${first.withdrawalId}) on conflict (user_id) do nothing`);
}

/** To whose account a withdrawal was brought from one that they had before. */
export async function findBearer(tx: Tx, fact: string, withdrawalId: WithdrawalId): Promise<Id<'user'> | null> {
  const rows = await tx.query<{ userId: Id<'user'> }>(sql`
    select user_id as "userId" from brought_facts where name = ${fact} and value ? ${withdrawalId}::text`);
  return rows[0]?.userId ?? null;
}
