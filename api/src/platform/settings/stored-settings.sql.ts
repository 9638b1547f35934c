import { type Sql, sql } from '../database/sql.ts';

/** Reads a setting of texts inside the statement that includes this part: a change holds from its commit on. */
export const storedText = ({ key, default: byDefault }: { key: string; default: string }): Sql =>
  sql`coalesce((select value #>> '{}' from settings where key = ${key}), ${byDefault})`;
