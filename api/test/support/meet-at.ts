import { type Db, transaction } from '../../src/platform/database/db.ts';
import { type Sql, sql } from '../../src/platform/database/sql.ts';
import { until } from '../../src/platform/hot-store/test-support.ts';

const WAITING = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Starts some at what is locked, the first of them first, and lets them go when all have come so far. */
export async function meetAt(db: Db, lock: Sql, starts: readonly (() => Promise<unknown>)[]): Promise<void> {
  const { met } = await transaction(db, async (tx) => {
    await tx.query(lock);
    const met: Promise<unknown>[] = [];
    for (const start of starts) {
      met.push(start());
      await until(async () => (await db.query(WAITING)).length === met.length);
    }
    return { met };
  });
  await Promise.all(met);
}
