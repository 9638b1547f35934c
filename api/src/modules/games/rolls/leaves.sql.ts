import { join, raw, type Sql, sql } from '../../../platform/database/sql.ts';

/**
 * A leaf is a JSON array without spaces: the kind, the id, and the fields that decided a result and follow from it.
 * JSON.stringify writes the same text from the API's answers, so every reader of a result can compute its leaf.
 */
export const leafSql = (kind: string, id: Sql, parts: readonly Sql[]): Sql =>
  jsonArray([raw(`'"${kind}"'`), jsonText(id), ...parts]);

export const jsonArray = (parts: readonly Sql[]): Sql => sql`'[' || ${join([...parts], " || ',' || ")} || ']'`;

export const jsonText = (value: Sql): Sql => sql`coalesce(to_json((${value})::text)::text, 'null')`;

export const jsonNumber = (value: Sql): Sql => sql`coalesce((${value})::text, 'null')`;

export const jsonMoment = (value: Sql): Sql =>
  jsonText(sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

export const jsonFlag = (value: Sql): Sql => sql`(${value})::text`;

export const jsonList = (each: Sql, order: Sql, rows: Sql): Sql =>
  sql`(select '[' || coalesce(string_agg(${each}, ',' order by ${order}), '') || ']' ${rows})`;

export const jsonRanges = (rows: Sql): Sql =>
  jsonList(
    jsonArray([jsonText(sql`item_id`), jsonNumber(sql`hash_range_start`), jsonNumber(sql`hash_range_end`)]),
    sql`hash_range_start`,
    rows,
  );

export const rollParts: readonly Sql[] = [
  jsonNumber(sql`nonce`),
  jsonText(sql`server_seed_hash`),
  jsonText(sql`server_seed`),
  jsonText(sql`client_seed`),
  jsonNumber(sql`roll`),
];
