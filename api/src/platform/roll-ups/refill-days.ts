import { type Db, transaction } from '../database/db.ts';
import type { Day } from '../days.ts';
import { type DailyRollUp, spanOf } from './roll-ups.ts';
import { allowLongStatements, findRolledDays, lockRolledDay } from './rolled-days.sql.ts';

/**
 * Adds up anew what is kept of days, from what happened on them: for figures that were lost or spoilt. Each day in a
 * transaction of its own, so that whoever asks meanwhile gets the old figures or the new ones. Gives the days.
 */
export async function refillDays(
  { db, rollUps }: { db: Db; rollUps: readonly DailyRollUp[] },
  { from, to }: { from: Day; to: Day },
): Promise<Day[]> {
  const days = await findRolledDays(db, from, to);
  for (const day of days) {
    await transaction(db, async (tx) => {
      // Two at once would both find nothing to forget, and both write.
      await Promise.all([allowLongStatements(tx), lockRolledDay(tx, day)]);
      await Promise.all(rollUps.map((rollUp) => rollUp.clear(tx, day)));
      await Promise.all(rollUps.map((rollUp) => rollUp.fill(tx, spanOf(day))));
    });
  }
  return days;
}
