import type { Sql } from '../database/sql.ts';
import type { Walk } from './invariants.ts';

export const PAGE_ROWS = 5_000;

interface WalkOptions<Row> {
  /** The next `PAGE_ROWS`, or fewer of large ones, in the order of their key, after `last`. */
  pageAfter(last: Row | undefined): Sql;
  /** How the row is found again. Never a secret: what is found is shown. */
  nameOf(row: Row): object;
  /** What differs from what it was computed to be. */
  differingIn(row: Row): string[];
}

/** Over a whole table, a page at a time, so that it takes the same memory however long the table is. */
export function walk<Row extends object>({ pageAfter, nameOf, differingIn }: WalkOptions<Row>): Walk {
  return async (db, atMost) => {
    const found: object[] = [];
    let page: Row[] = [];
    do {
      page = await db.query<Row>(pageAfter(page.at(-1)));
      for (const row of page) {
        const differing = differingIn(row);
        if (differing.length > 0) found.push({ ...nameOf(row), differing });
        if (found.length === atMost) return found;
      }
    } while (page.length > 0);
    return found;
  };
}

/** The columns whose value is not the one expected. A column that the statement does not have would equal another such. */
export const differences = (columns: Readonly<Record<string, [stored: unknown, expected: unknown]>>) =>
  Object.entries(columns).flatMap(([column, [stored, expected]]) => {
    if (stored === undefined) throw new Error(`The statement gives no column for ${column}`);
    return stored === expected ? [] : [column];
  });
