import { rollUps, running } from '../app/modules.ts';
import { systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/database/db.ts';
import { type Day, parseDay } from '../platform/days.ts';
import { clearRunningFigures, refillDays, rollUpDays } from '../platform/roll-ups/roll-up-days.ts';

interface Days {
  from: Day;
  to: Day;
}

/** Returns null if no days are named; throws if they are no range. */
export function readDays(asked: readonly string[]): Days | null {
  if (asked.length === 0) return null;
  const [from, to, ...more] = asked.map(parseDay);
  if (from === undefined || to === undefined || more.length > 0)
    throw new Error('name no day, or the first and the last');
  if (from > to) throw new Error(`${from} is after ${to}; the first day comes first`);
  return { from, to };
}

/** Adds up due days, or the named days again. Returns lines to print. */
export async function addUp(db: Db, days: Days | null): Promise<string[]> {
  // An import may have changed a day that is not over; the next minute adds it again.
  await clearRunningFigures({ db, running });
  if (days === null) {
    await rollUpDays({ db, clock: systemClock, rollUps });
    return ['Every day that is over is added up.'];
  }
  const refilled = await refillDays({ db, rollUps }, days);
  if (refilled.length === 0) {
    throw new Error(
      `no day from ${days.from} to ${days.to} was added up before; "npm run backfill" adds up what is due`,
    );
  }
  return refilled.map((day) => `added up anew: ${day}`);
}
