import type { Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';

/** Stakes that were given back no longer count as wagered. The accounts are locked. */
export async function uncountWagers(
  tx: Tx,
  wagers: readonly { userId: Id<'user'>; wageredCents: Cents }[],
): Promise<void> {
  await tx.query(sql`
    update accounts set wagered_cents = accounts.wagered_cents - returned.wagered_cents
    from unnest(
      ${wagers.map(({ userId }) => userId)}::bigint[], ${wagers.map(({ wageredCents }) => wageredCents)}::bigint[]
    ) as returned (user_id, wagered_cents)
    where accounts.user_id = returned.user_id`);
}
