import { type Sql, sql } from '../database/sql.ts';

/** A setting whose values are texts, as the statement sees it that this is a part of: a change holds from its commit on. */
export const storedText = ({ key, default: byDefault }: { key: string; default: string }): Sql =>
  sql`coalesce((select value #>> '{}' from settings where key = ${key}), ${byDefault})`;
