import { invariants } from '../app/modules.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import type { Sql } from '../platform/database/sql.ts';
import type { Invariants, Walk } from '../platform/invariants/invariants.ts';
import type { SecretsKeys } from '../platform/secrets/secrets.ts';

const ROWS_SHOWN = 10;

interface Violation {
  invariant: string;
  rows: object[];
}

interface CheckOptions {
  /** All rows came from the product itself, not from an import. */
  byOwnWays?: boolean;
  /** Without keys, invariants about sealed values are reported to `onUnasked`. */
  keys?: SecretsKeys | null;
  only?: string;
  onUnasked?: (invariant: string) => void;
  onAnswer?: (answer: Violation & { seconds: number }) => void;
}

export async function findViolations(db: Db | Tx, options: CheckOptions = {}): Promise<Violation[]> {
  const { only, onAnswer = () => undefined, onUnasked = () => undefined } = options;
  const violations: Violation[] = [];
  for (const [invariant, asked] of invariants) {
    if (only !== undefined && invariant !== only) continue;
    if ('byOwnWays' in asked && !options.byOwnWays) continue;
    const question = questionOf(asked, options.keys ?? null);
    if (question === null) {
      onUnasked(invariant);
      continue;
    }
    const startedMs = performance.now();
    const rows = await ask(db, question);
    onAnswer({ invariant, rows, seconds: (performance.now() - startedMs) / 1000 });
    if (rows.length > 0) violations.push({ invariant, rows });
  }
  return violations;
}

/** Returns null if the keys are missing. */
function questionOf(asked: Invariants[string], keys: SecretsKeys | null): Sql | Walk | null {
  if ('byOwnWays' in asked) return asked.byOwnWays;
  if ('withKeys' in asked) return keys && asked.withKeys(keys);
  return asked;
}

async function ask(db: Db | Tx, question: Sql | Walk): Promise<object[]> {
  if (typeof question === 'function') return question(db, ROWS_SHOWN);
  return (await db.query(question)).slice(0, ROWS_SHOWN);
}
