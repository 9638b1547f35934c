import type { Db } from '../database/db.ts';
import { raw, type Sql, sql } from '../database/sql.ts';
import { fieldOf } from '../database/values.ts';
import type { Id } from '../ids.ts';

export type RowsOfUser = (userId: Id<'user'>) => Sql;

/** Rows that are stored about a person, with the columns as the person gets them: never a secret of ours. */
export interface PersonalRows {
  rows: RowsOfUser;
  /** The column by which the rows of the user are walked. */
  key: string;
}

const PAGE_ROWS = 1_000;

/** Reads all of them by pages: one statement a page, and no more than one page in memory. */
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
