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

/** This exceeds any transaction and any difference of clocks, so every row of the day is committed. */
const SETTLING_MS = 15 * 60 * 1000;

export interface RollUpDeps {
  db: Db;
  clock: Clock;
  rollUps: readonly DailyRollUp[];
}

/** The oldest day is first, so that added days have no gap: a failure ends the run, and the next continues. */
export async function rollUpDays({ db, clock, rollUps }: RollUpDeps): Promise<void> {
  const { rolledDay, firstMoment, now } = await readBeginning(db, rollUps);
  const firstDay = rolledDay ?? (firstMoment === null ? null : dayOf(firstMoment));
  if (firstDay === null) return;
  // The earlier of two clocks decides, because a day that still runs must not be closed.
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
 * Restores lost or wrong figures. A transaction for each day shows callers old or new figures, never a part. Returns
 * the days.
 */
export async function refillDays(
  { db, rollUps }: { db: Db; rollUps: readonly DailyRollUp[] },
  { from, to }: { from: Day; to: Day },
): Promise<Day[]> {
  const days = await findRolledDays(db, from, to);
  for (const day of days) {
    await transaction(db, async (tx) => {
      // Two at once would write twice.
      await Promise.all([allowLongStatements(tx), lockRolledDay(tx, day)]);
      await Promise.all(rollUps.map((rollUp) => rollUp.clear(tx, day)));
      await Promise.all(rollUps.map((rollUp) => rollUp.fill(tx, spanOf(day))));
    });
  }
  return days;
}
