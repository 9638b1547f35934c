import type { Db } from '../../src/platform/database/db.ts';
import { raw, sql } from '../../src/platform/database/sql.ts';

/** A reader of the whole database finds these rows, each as a text. */
export async function allRowsAsText(db: Db): Promise<string[]> {
  const tables = await db.query<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await db.query<{ text: string }>(sql`select to_jsonb(kept)::text as text from ${raw(name)} kept`);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts;
}
