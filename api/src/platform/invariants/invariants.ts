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
