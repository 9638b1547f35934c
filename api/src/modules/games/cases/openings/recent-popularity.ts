import { cached } from '../../../../platform/batches/cached.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { addDays, dayOf } from '../../../../platform/days.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { CaseOpenings } from '../cases.types.ts';
import { caseDays } from './case-days.ts';

const DAYS = 30;
const MAX_AGE_MS = 30_000;

/** How often each case was opened lately: however many visitors there are, the database is asked twice a minute. */
export function createReadOpenings({ db, clock }: { db: Db; clock: Clock }): () => Promise<CaseOpenings> {
  const read = async (): Promise<CaseOpenings> => {
    const today = dayOf(clock.now());
    const rows = await db.query<{ caseId: Id<'case'>; openings: number }>(sql`
      select case_id, sum(openings)::int as openings
      from (${caseDays.between(addDays(today, 1 - DAYS), today)}) counted group by case_id`);
    return new Map(rows.map(({ caseId, openings }) => [caseId, openings]));
  };
  return cached({ clock, maxAgeMs: MAX_AGE_MS }, read).get;
}
