import type { Db } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';

/** What a user has, and owes; one of them is zero. */
export interface Standing {
  balanceCents: Cents;
  debtCents: Cents;
}

/** Of many users in one statement; a user without an account is absent. */
export async function readStandings(db: Db, userIds: readonly Id<'user'>[]): Promise<Map<Id<'user'>, Standing>> {
  const rows = await db.query<{ userId: Id<'user'>; balanceCents: bigint; debtCents: bigint }>(sql`
    select user_id, balance_cents, debt_cents from accounts
    where user_id = any(${userIds}::bigint[])`);
  return new Map(rows.map(({ userId, balanceCents, debtCents }) => [userId, { balanceCents, debtCents }]));
}
