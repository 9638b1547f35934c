import type { Db } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';

/** The newest line of the ledger, by which it is seen that something was booked. */
export async function findNewestTransfer(db: Db): Promise<string | null> {
  const rows = await db.query<{ id: string | null }>(sql`select max(id) as id from transfers`);
  return rows[0]?.id ?? null;
}
