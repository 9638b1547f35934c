import type { Db, Tx } from '../database/db.ts';
import type { Sql } from '../database/sql.ts';
import type { SecretsKeys } from '../secrets/secrets.ts';

/** For what cannot be asked in SQL: looks at every row of a table and gives those that break it, `atMost` so many. */
export type Walk = (db: Db | Tx, atMost: number) => Promise<object[]>;

/** Holds where all rows came in by the product's own ways; tests that write rows by hand do not ask it. */
interface ByOwnWays {
  readonly byOwnWays: Sql;
}

/** Looks at what is stored sealed, which takes the keys. */
interface WithKeys {
  readonly withKeys: (keys: SecretsKeys) => Walk;
}

/**
 * What must hold of a module's tables at any moment, whatever has happened: sentences, each with a question that must
 * find nothing, so that a broken one shows the rows that break it. What spans modules stands in the upper one.
 */
export type Invariants = Readonly<Record<string, Sql | Walk | ByOwnWays | WithKeys>>;
