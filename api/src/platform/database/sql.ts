import sql, { join, raw, type Sql } from 'sql-template-tag';

export type { Sql };
export { join, raw, sql };

/**
 * Names a prepared statement by its text. The server keeps it for the life of a connection, so every statement of the
 * product is parsed once a connection. The product has a few hundred texts; the cap keeps a statement whose text varies
 * by mistake from filling the server's memory: it then runs unnamed.
 */
const MAX_NAMED_STATEMENTS = 4_000;
const namesByText = new Map<string, string>();

export function statementName(text: string): string | undefined {
  const known = namesByText.get(text);
  if (known !== undefined) return known;
  if (namesByText.size >= MAX_NAMED_STATEMENTS) return undefined;
  const name = `s${namesByText.size + 1}`;
  namesByText.set(text, name);
  return name;
}

/**
 * Joins the row of `table` with the id `key`. The join is lateral, so that the row is looked up by its key: a hash of
 * the whole table would grow with it.
 */
export const lookUp = (table: string, key: string): Sql =>
  raw(`cross join lateral (select * from ${table} where id = ${key} limit 1) ${table}`);

/** Works as `lookUp`, with nulls if there is no such row. */
export const lookUpIfAny = (table: string, key: string): Sql =>
  raw(`left join lateral (select * from ${table} where id = ${key} limit 1) ${table} on true`);

/** Rounds a moment up to whole milliseconds, as answers and leaves show it. */
export const upToMilliseconds = (moment: Sql): Sql =>
  sql`date_trunc('milliseconds', ${moment} + interval '999 microseconds')`;

/**
 * Plans each statement of the transaction once for a connection. PostgreSQL otherwise estimates a plan for the
 * parameters at hand, finds it cheaper if tables grow or an array is short, and plans again every time. Use it for
 * look-ups by keys, which are always read by an index, also while the table is empty, since the plan of that moment is
 * kept. It is sent along with the first statement, so that nobody waits for it.
 */
export const keepPlans = (tx: { send(statement: Sql): void }): void =>
  tx.send(sql`
    select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`);
