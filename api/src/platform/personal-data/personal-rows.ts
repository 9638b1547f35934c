import type { Db } from '../database/db.ts';
import { fieldOf } from '../database/db.ts';
import { raw, type Sql, sql } from '../database/sql.ts';
import type { Id } from '../ids.ts';

export type RowsOfUser = (userId: Id<'user'>) => Sql;

/** The person gets these columns, so none is a secret of ours. */
export interface PersonalRows {
  rows: RowsOfUser;
  key: string;
}

const PAGE_ROWS = 1_000;

/** One page at a time is in memory. */
export async function* walkPersonalRows(
  db: Db,
  { rows, key }: PersonalRows,
  userId: Id<'user'>,
): AsyncGenerator<Record<string, unknown>> {
  const column = raw(key);
  let after: unknown = null;
  for (;;) {
    const place = after === null ? sql`` : sql`where ${column} > ${after}`;
    const page: Record<string, unknown>[] = await db.query(sql`
      select * from (${rows(userId)}) own ${place} order by ${column} limit ${PAGE_ROWS}`);
    yield* page;
    if (page.length < PAGE_ROWS) return;
    after = page.at(-1)?.[fieldOf(key)];
  }
}
