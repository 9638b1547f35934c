import type { Db, Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Standing } from './risk.types.ts';

type StandingRow = Omit<Standing, 'exclusion' | 'returnedDeposits'> & {
  barKind: NonNullable<Standing['exclusion']>['kind'] | null;
  barUntil: Date | null;
  returnedCount: number;
  returnedCents: bigint;
};

/**
 * Of all users in one statement, each by indexes. A deposit counts as returned where its payment was credited, as in the risk
 * page of a user, and the return has not failed.
 */
export async function listStandings(db: Db | Tx, userIds: readonly Id<'user'>[], now: Date): Promise<Standing[]> {
  const rows = await db.query<StandingRow>(sql`
    select users.id as user_id, users.status, users.created_at as account_created_at,
      running.play_bar as bar_kind, running.play_barred_until as bar_until,
      exists (select from withdrawal_suspensions where user_id = users.id) as is_suspended,
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
