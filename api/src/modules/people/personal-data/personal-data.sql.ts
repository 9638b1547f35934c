import type { Tx } from '../../../platform/database/db.ts';
import { join, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { RowsOfUser } from '../../../platform/personal-data/personal-rows.ts';

/** Names of what has any row; one statement. */
export async function listUnsettled(
  tx: Tx,
  unsettled: Readonly<Record<string, RowsOfUser>>,
  userId: Id<'user'>,
): Promise<string[]> {
  const asked = Object.entries(unsettled).map(
    ([name, rows]) => sql`select ${name}::text as name where exists (${rows(userId)})`,
  );
  const rows = await tx.query<{ name: string }>(join(asked, ' union all '));
  return rows.map(({ name }) => name);
}

/** What repeats would be answered with. */
export async function deleteStoredAnswers(tx: Tx, userId: Id<'user'>): Promise<void> {
  await tx.query(sql`delete from idempotency_keys where owner_id = ${userId}`);
}
