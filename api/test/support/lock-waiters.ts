import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';

/**
 * Until so many wait for an advisory lock of the client's own database; gives who. PostgreSQL lists the locks of all databases
 * of the server, and on one that others use too somebody may wait for the same number in theirs.
 */
export async function untilWaitFor(client: Client, lock: number, count: number): Promise<number[]> {
  for (;;) {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_locks
       where locktype = 'advisory' and not granted and (classid::bigint << 32) + objid::bigint = $1
         and database = (select oid from pg_database where datname = current_database())`,
      [lock],
    );
    if (rows.length === count) return rows.map(({ pid }) => pid);
    await delay(10);
  }
}
