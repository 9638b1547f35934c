import { type Sql, sql } from '../../../platform/database/sql.ts';

/** Indexes by type leave it out (migration 0190): so many transfers have it that a list of them is found without. */
const NOT_INDEXED = 'CASE_OPEN';

/** Says in words of the indexes that they may be used, since a plan for any type could not rely on it. */
export const ofType = (type: string): Sql =>
  type === NOT_INDEXED ? sql`type = ${type}` : sql`type = ${type} and type <> 'CASE_OPEN'`;
