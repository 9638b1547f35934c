import { join, raw, type Sql, sql } from '../../../platform/database/sql.ts';

// What the public log says of a result is a JSON array without spaces: the same text that JSON.stringify writes of what the
// API answers, so that whoever may see a result can write its leaf.

/** The leaf of a row: its kind, its id, and what decided it and came of it. */
export const leafSql = (kind: string, id: Sql, parts: readonly Sql[]): Sql =>
  jsonArray([raw(`'"${kind}"'`), jsonText(id), ...parts]);

export const jsonArray = (parts: readonly Sql[]): Sql => sql`'[' || ${join([...parts], " || ',' || ")} || ']'`;

export const jsonText = (value: Sql): Sql => sql`coalesce(to_json((${value})::text)::text, 'null')`;

export const jsonNumber = (value: Sql): Sql => sql`coalesce((${value})::text, 'null')`;

/** A moment in whole milliseconds, as answers show it. */
export const jsonMoment = (value: Sql): Sql =>
  jsonText(sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

export const jsonFlag = (value: Sql): Sql => sql`(${value})::text`;

/** A list of what is computed of each row; `rows` is a statement from its `from` on. */
export const jsonList = (each: Sql, order: Sql, rows: Sql): Sql =>
  sql`(select '[' || coalesce(string_agg(${each}, ',' order by ${order}), '') || ']' ${rows})`;

/** Which rolls give which item. */
export const jsonRanges = (rows: Sql): Sql =>
  jsonList(
    jsonArray([jsonText(sql`item_id`), jsonNumber(sql`hash_range_start`), jsonNumber(sql`hash_range_end`)]),
    sql`hash_range_start`,
    rows,
  );

/** The parts of a roll, of columns that every table of rolls has. */
export const rollParts: readonly Sql[] = [
  jsonNumber(sql`nonce`),
  jsonText(sql`server_seed_hash`),
  jsonText(sql`server_seed`),
  jsonText(sql`client_seed`),
  jsonNumber(sql`roll`),
];
