import type { Db } from '../database/db.ts';
import { fieldOf } from '../database/rows.ts';
import { raw, type Sql, sql } from '../database/sql.ts';
import type { Id } from '../ids.ts';

/** The rows of one user. */
export type RowsOfUser = (userId: Id<'user'>) => Sql;

/** Rows that are kept about a person, with the columns as the person gets them: never a secret of ours. */
export interface PersonalRows {
  rows: RowsOfUser;
  /** A column of these that names a row of the user's, by which they are walked through. */
  key: string;
}

const PAGE_ROWS = 1_000;

/** All of them, a page at a time: as many statements as pages, and no more than one page in memory. */
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
