import type { Db, Tx } from '../database/db.ts';
import type { Sql } from '../database/sql.ts';
import type { SecretsKeys } from '../secrets/secrets.ts';

/** Checks a condition that SQL cannot express, row by row. */
export type Walk = (db: Db | Tx, atMost: number) => Promise<object[]>;

/** Tests that write rows by hand skip it. */
interface ByOwnWays {
  readonly byOwnWays: Sql;
}

interface WithKeys {
  readonly withKeys: (keys: SecretsKeys) => Walk;
}

/** Each sentence has a query that must find nothing. A condition across modules stands in the upper one. */
export type Invariants = Readonly<Record<string, Sql | Walk | ByOwnWays | WithKeys>>;

export const PAGE_ROWS = 5_000;

interface WalkOptions<Row> {
  pageAfter(last: Row | undefined): Sql;
  /** Findings are shown, so it never holds a secret. */
  nameOf(row: Row): object;
  differingIn(row: Row): string[];
}

/** Pages keep the memory small. */
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

/** Two missing columns would be equal, so they throw. */
export const differences = (columns: Readonly<Record<string, [stored: unknown, expected: unknown]>>) =>
  Object.entries(columns).flatMap(([column, [stored, expected]]) => {
    if (stored === undefined) throw new Error(`The statement gives no column for ${column}`);
    return stored === expected ? [] : [column];
  });
