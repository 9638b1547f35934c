import type { Clock } from '../../../platform/clock.ts';
import { addDays, type Day, dayEnd, dayOf, dayStart } from '../../../platform/days.ts';
import { type Db, transaction } from '../../../platform/db.ts';
import {
  allowLongStatements,
  claimDay,
  fillCaseDays,
  fillTransferDays,
  fillUpgradeDays,
  fillUserDays,
  findBeginning,
  findUnrolledDays,
} from './roll-up-days.sql.ts';

/**
 * How long after its end a day is added up. That is longer than any transaction of the product may last, whose
 * statements and pauses have limits of seconds: by then all that carries a time of that day is committed, also where
 * this process's clock and the database's differ.
 */
const SETTLING_MS = 15 * 60 * 1000;

/**
 * Adds up every closed day that is not added up yet, each in a transaction of its own and the oldest first, so that the
 * days added up are always all days up to one: a failure ends the run, and the next goes on from there.
 */
export async function rollUpDays({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const { rolledDay, firstMoment, now } = await readBeginning(db);
  const firstDay = rolledDay ?? (firstMoment === null ? null : dayOf(firstMoment));
  if (firstDay === null) return;
  // The earlier of the two clocks: one that runs ahead must not close a day for good that is still being played. The day
  // before the one that was going on then is the last that had ended.
  const settledMs = Math.min(clock.now().getTime(), now.getTime()) - SETTLING_MS;
  const lastDay = addDays(dayOf(new Date(settledMs)), -1);
  for (const day of await findUnrolledDays(db, firstDay, lastDay)) await rollUpDay(db, day);
}

const readBeginning = (db: Db) =>
  transaction(db, async (tx) => {
    const [, beginning] = await Promise.all([allowLongStatements(tx), findBeginning(tx)]);
    return beginning;
  });

async function rollUpDay(db: Db, day: Day): Promise<void> {
  const span = { day, start: dayStart(day), end: dayEnd(day) };
  await transaction(db, async (tx) => {
    const [, isOurs] = await Promise.all([allowLongStatements(tx), claimDay(tx, day)]);
    if (!isOurs) return;
    await Promise.all([
      fillCaseDays(tx, span),
      fillUpgradeDays(tx, span),
      fillUserDays(tx, span),
      fillTransferDays(tx, span),
    ]);
  });
}
