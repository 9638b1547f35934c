import type { Db } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';

/** Balances of many users in one statement; a user without an account is absent. */
export async function readBalances(db: Db, userIds: readonly Id<'user'>[]): Promise<Map<Id<'user'>, bigint>> {
  const rows = await db.query<{ userId: Id<'user'>; balanceCents: string }>(sql`
    select user_id as "userId", balance_cents as "balanceCents" from accounts
    where user_id = any(${userIds}::bigint[])`);
  return new Map(rows.map(({ userId, balanceCents }) => [userId, BigInt(balanceCents)]));
}
