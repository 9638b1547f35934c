import type { Db, Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';

/** The battle is locked, and not decided. */
export async function markCancelled(tx: Tx, id: Id<'battle'>, reason: string): Promise<void> {
  await tx.query(sql`
    update battles set status = 'CANCELLED', cancelled_at = statement_timestamp(), cancel_reason = ${reason}
    where id = ${id}`);
}

/** Battles whose time is over, the longest first. */
export async function listExpired(db: Db, now: Date): Promise<Id<'battle'>[]> {
  const rows = await db.query<{ id: Id<'battle'> }>(sql`
    select id from battles where status = 'WAITING' and expires_at <= ${now} order by expires_at limit 100`);
  return rows.map(({ id }) => id);
}

/** Battles whose round has been due since a moment, the longest first. */
export async function listSilentBattles(db: Db, since: Date): Promise<Id<'battle'>[]> {
  const rows = await db.query<{ id: Id<'battle'> }>(sql`
    select id from battles where status = 'IN_PROGRESS' and beacon_at <= ${since} order by beacon_at limit 100`);
  return rows.map(({ id }) => id);
}
