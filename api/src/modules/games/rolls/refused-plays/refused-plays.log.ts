import { type Sql, sql } from '../../../../platform/database/sql.ts';
import { jsonNumber, jsonText, leafSql } from '../leaves.ts';

/** The id of the user that a stream is of; null where it is of none. */
const userOf = (stream: Sql): Sql => sql`substring(${stream} from '^user:([0-9]+)$')::bigint`;

/** `Game.seedAt` of a table whose rolls take the next nonces of users. */
export const seedOfUserAt =
  (table: Sql, serverSeed: Sql = sql`server_seed`) =>
  (stream: Sql, nonce: Sql): Sql =>
    sql`select ${serverSeed} as server_seed from ${table} where user_id = ${userOf(stream)} and nonce = ${nonce}`;

const leaves = sql`
  select id, ${leafSql('REFUSALS', sql`id`, [
    jsonText(sql`server_seed_hash`),
    jsonNumber(sql`nonce`),
    jsonText(sql`client_seed`),
    jsonText(sql`code`),
    jsonText(sql`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`),
    jsonText(sql`game`),
    sql`terms`,
  ])} as leaf, false as may_come
  from refused_plays`;

/** The rows of the public log. They do not say whose play it was. */
export const REFUSALS = { kind: 'REFUSALS', table: 'refused_plays', leaves };
