import { type Db, transaction } from '../../../src/platform/database/db.ts';
import { sql } from '../../../src/platform/database/sql.ts';

/** A flow in whose way every other one of its kind is, from its lock to its end. */
export interface SharedLockFlow {
  lock: number;
}

export async function runFlow(db: Db, { lock }: SharedLockFlow): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.query(sql`select 'before the lock'`);
    await tx.query(sql`select pg_advisory_xact_lock(${lock}::bigint)`);
    await tx.query(sql`select 'under the lock'`);
  });
}
