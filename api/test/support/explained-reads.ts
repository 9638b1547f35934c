import { escapeLiteral } from 'pg';
import type { Db } from '../../src/platform/database/db.ts';
import { raw, sql } from '../../src/platform/database/sql.ts';

/** PostgreSQL thinks about one plan for all values after five runs of a prepared statement. */
const RUNS = 10;

/** Runs `read` on a database that explains instead of answering, and returns the lines of the settled plan. */
export async function explainRead(db: Db, read: (db: Db) => Promise<unknown>): Promise<string[]> {
  let lines: string[] = [];
  const client = await db.pool.connect();
  // As servers are set up, unlike that of the tests.
  await client.query('set plan_cache_mode = auto');
  const query: Db['query'] = async ({ text, values }) => {
    const literals = values.map((value) => escapeLiteral(value instanceof Date ? value.toISOString() : String(value)));
    const execution = `explain (analyze, costs off) execute explained ${literals.length > 0 ? `(${literals})` : ''}`;
    await client.query(`prepare explained as ${text}`);
    for (let run = 0; run < RUNS; run += 1) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(execution);
      lines = rows.map((row) => row['QUERY PLAN']);
    }
    await client.query('deallocate explained');
    return [];
  };
  try {
    await read({ ...db, query });
  } finally {
    await client.query('reset plan_cache_mode');
    client.release();
  }
  return lines;
}

/**
 * Until every row of `table` is known to be visible to all, which plans by an index alone ask for: a transaction that
 * happens to be open keeps a vacuum from saying so.
 */
export async function vacuumWhole(db: Db, table: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
    await db.query(sql`vacuum analyze ${raw(table)}`);
    const whole = await db.query(
      sql`select from pg_class where oid = ${table}::regclass and relallvisible = relpages and relpages > 0`,
    );
    if (whole.length > 0) return;
  }
  throw new Error(`${table} has rows that some transaction does not see`);
}
