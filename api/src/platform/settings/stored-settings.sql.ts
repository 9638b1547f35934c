import { type Sql, sql } from '../database/sql.ts';

/** A change holds for this statement from its commit on. */
export const storedText = ({ key, default: byDefault }: { key: string; default: string }): Sql =>
  sql`coalesce((select value #>> '{}' from settings where key = ${key}), ${byDefault})`;
