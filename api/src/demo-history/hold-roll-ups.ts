import { type Db, type Tx, transaction } from '../platform/database/db.ts';
import { sql } from '../platform/database/sql.ts';
import type { Day } from '../platform/days.ts';
import type { DailyRollUp } from '../platform/roll-ups/roll-ups.ts';
import { allowLongStatements } from '../platform/roll-ups/rolled-days.sql.ts';

/**
 * Lets `work` write into the past: no day is added up meanwhile, by whatever server runs, and none is when it begins. Days
 * are added up once, all from the first on that anything happened on; what came later would be in none of them. Who asks for
 * figures meanwhile is answered from what happened.
 */
export async function withoutRollUps(
  db: Db,
  rollUps: readonly DailyRollUp[],
  work: () => Promise<void>,
): Promise<void> {
  let isDone = false;
  while (!isDone) {
    // Committed by itself: should this process die, the next run of the job adds all of them up.
    await transaction(db, (tx) => forgetDays(tx, rollUps));
    isDone = await transaction(db, async (tx) => {
      // A server may have added days up in between.
      if (!(await lockWithoutDays(tx))) return false;
      await work();
      return true;
    });
  }
}

async function forgetDays(tx: Tx, rollUps: readonly DailyRollUp[]): Promise<void> {
  await allowLongStatements(tx);
  const days = await tx.query<{ day: Day }>(sql`
    delete from rolled_days returning to_char(day, 'YYYY-MM-DD') as day`);
  for (const { day } of days) await Promise.all(rollUps.map((rollUp) => rollUp.clear(tx, day)));
}

/** For as long as `tx` lasts; it holds back whoever adds a day up, and nobody who reads. False where there are days. */
async function lockWithoutDays(tx: Tx): Promise<boolean> {
  const [, , rows] = await Promise.all([
    tx.query(sql`
      select set_config('idle_in_transaction_session_timeout', '0', true), set_config('lock_timeout', '10min', true)`),
    tx.query(sql`lock table rolled_days in share row exclusive mode`),
    tx.query(sql`select from rolled_days limit 1`),
  ]);
  return rows.length === 0;
}
