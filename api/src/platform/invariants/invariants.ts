import type { Db, Tx } from '../database/db.ts';
import type { Sql } from '../database/sql.ts';
import type { SecretsKeys } from '../secrets/secrets.ts';

/**
 * Checks a condition that SQL cannot express: reads every row of a table and returns at most `atMost` rows that break
 * it.
 */
export type Walk = (db: Db | Tx, atMost: number) => Promise<object[]>;

/**
 * The condition holds if all rows were written by the product itself; tests that write rows by hand do not check it.
 */
interface ByOwnWays {
  readonly byOwnWays: Sql;
}

/** The check reads sealed values, which needs the keys. */
interface WithKeys {
  readonly withKeys: (keys: SecretsKeys) => Walk;
}

/**
 * The conditions that must hold for a module's tables at any moment: sentences, each with a query that must find
 * nothing, so that a broken one shows the rows that break it. A condition across modules stands in the upper one.
 */
export type Invariants = Readonly<Record<string, Sql | Walk | ByOwnWays | WithKeys>>;

export const PAGE_ROWS = 5_000;

interface WalkOptions<Row> {
  /** Reads the next `PAGE_ROWS`, or fewer large ones, in the order of their key, after `last`. */
  pageAfter(last: Row | undefined): Sql;
  /** Names the row, and never holds a secret, because findings are shown. */
  nameOf(row: Row): object;
  /** Lists the values that differ from the computed ones. */
  differingIn(row: Row): string[];
}

/** Walks a whole table by pages, so that its memory does not grow with the table. */
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

/** Compares values with the expected ones. A column that the statement does not have would equal another such. */
export const differences = (columns: Readonly<Record<string, [stored: unknown, expected: unknown]>>) =>
  Object.entries(columns).flatMap(([column, [stored, expected]]) => {
    if (stored === undefined) throw new Error(`The statement gives no column for ${column}`);
    return stored === expected ? [] : [column];
  });
