import type { Clock } from '../clock.ts';
import { type Db, transaction } from '../database/db.ts';
import { addDays, type Day, dayOf } from '../days.ts';
import { type DailyRollUp, spanOf } from './roll-ups.ts';
import {
  allowLongStatements,
  claimDay,
  findBeginning,
  findRolledDays,
  findUnrolledDays,
  lockRolledDay,
} from './rolled-days.sql.ts';

/**
 * How long after its end a day is added up. That is longer than any transaction of the product may last, whose
 * statements and pauses have limits of seconds: by then all that carries a time of that day is committed, also where
 * this process's clock and the database's differ.
 */
const SETTLING_MS = 15 * 60 * 1000;

export interface RollUpDeps {
  db: Db;
  clock: Clock;
  /** What every module adds up. */
  rollUps: readonly DailyRollUp[];
}

/**
 * Adds up every closed day that is not added up yet, each in a transaction of its own and the oldest first, so that the
 * days added up are always all days up to one: a failure ends the run, and the next goes on from there.
 */
export async function rollUpDays({ db, clock, rollUps }: RollUpDeps): Promise<void> {
  const { rolledDay, firstMoment, now } = await readBeginning(db, rollUps);
  const firstDay = rolledDay ?? (firstMoment === null ? null : dayOf(firstMoment));
  if (firstDay === null) return;
  // The earlier of the two clocks: one that runs ahead must not close a day for good that is still being played. The day
  // before the one that was going on then is the last that had ended.
  const settledMs = Math.min(clock.now().getTime(), now.getTime()) - SETTLING_MS;
  const lastDay = addDays(dayOf(new Date(settledMs)), -1);
  for (const day of await findUnrolledDays(db, firstDay, lastDay)) await rollUpDay(db, day, rollUps);
}

const readBeginning = (db: Db, rollUps: readonly DailyRollUp[]) =>
  transaction(db, async (tx) => {
    const [, beginning] = await Promise.all([allowLongStatements(tx), findBeginning(tx, rollUps)]);
    return beginning;
  });

async function rollUpDay(db: Db, day: Day, rollUps: readonly DailyRollUp[]): Promise<void> {
  await transaction(db, async (tx) => {
    const [, isOurs] = await Promise.all([allowLongStatements(tx), claimDay(tx, day)]);
    if (!isOurs) return;
    await Promise.all(rollUps.map((rollUp) => rollUp.fill(tx, spanOf(day))));
  });
}

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
