import type { Db } from '../../src/platform/db.ts';
import type { Sql } from '../../src/platform/sql.ts';
import { assetsQuestions, ownItemQuestions } from './assets-questions.ts';
import { caseQuestions } from './case-questions.ts';
import { eventQuestions } from './event-questions.ts';
import { peopleQuestions } from './people-questions.ts';
import { recomputations } from './recomputed-rolls.ts';
import { rollQuestions } from './roll-questions.ts';
import { statisticsQuestions } from './statistics-questions.ts';
import { upgradeQuestions } from './upgrade-questions.ts';

/**
 * What must hold at any moment, whatever has happened. Run after every flow: each entry is a question whose answer must
 * be empty, so that a broken one shows the rows that break it. Rolls cannot be asked for in SQL and are computed anew.
 */
const questions: Readonly<Record<string, Sql>> = {
  ...peopleQuestions,
  ...assetsQuestions,
  ...rollQuestions,
  ...caseQuestions,
  ...upgradeQuestions,
  ...eventQuestions,
  ...statisticsQuestions,
};

const ROWS_SHOWN = 10;

interface Violation {
  invariant: string;
  /** Some of those that break it. */
  rows: object[];
}

interface CheckOptions {
  /** Whether all items came in by the product's own ways. */
  ownItems?: boolean;
  onAnswer?: (answer: Violation & { seconds: number }) => void;
}

export async function findViolations(db: Db, options: CheckOptions = {}): Promise<Violation[]> {
  const { ownItems = false, onAnswer = () => undefined } = options;
  const violations: Violation[] = [];
  const look = async (invariant: string, find: () => Promise<object[]>) => {
    const startedMs = performance.now();
    const rows = (await find()).slice(0, ROWS_SHOWN);
    onAnswer({ invariant, rows, seconds: (performance.now() - startedMs) / 1000 });
    if (rows.length > 0) violations.push({ invariant, rows });
  };
  for (const [invariant, question] of Object.entries({ ...questions, ...(ownItems ? ownItemQuestions : {}) })) {
    await look(invariant, () => db.query(question));
  }
  for (const [invariant, walk] of Object.entries(recomputations)) await look(invariant, () => walk(db, ROWS_SHOWN));
  return violations;
}
