import sql, { join, raw, type Sql } from 'sql-template-tag';

export type { Sql };
export { join, raw, sql };

/**
 * PostgreSQL keeps each named statement for the life of a connection. The cap protects its memory from statements whose
 * text varies by mistake.
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

/** A lateral join looks the row up by its key; a hash join would read the whole table. */
export const lookUp = (table: string, key: string): Sql =>
  raw(`cross join lateral (select * from ${table} where id = ${key} limit 1) ${table}`);

/** The row is null if there is none. */
export const lookUpIfAny = (table: string, key: string): Sql =>
  raw(`left join lateral (select * from ${table} where id = ${key} limit 1) ${table} on true`);

/** Answers and leaves show whole milliseconds. */
export const upToMilliseconds = (moment: Sql): Sql =>
  sql`date_trunc('milliseconds', ${moment} + interval '999 microseconds')`;

/**
 * PostgreSQL otherwise plans each time the statement runs. Use it for look-ups by keys, which always read an index: the
 * plan is kept even if the table is empty at that moment.
 */
export const keepPlans = (tx: { send(statement: Sql): void }): void =>
  tx.send(sql`
    select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`);
