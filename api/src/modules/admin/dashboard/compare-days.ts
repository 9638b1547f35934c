import type { Db } from '../../../platform/database/db.ts';
import { type Day, daysBefore } from '../../../platform/days.ts';
import type { WagerGame } from '../../games/rolls/index.ts';
import { gameDays } from '../../games/statistics/index.ts';
import { activityDays } from '../../people/auth/index.ts';
import { daysOfRange, emptyDay } from './comparison.rules.ts';
import { countActive, listCameDays, listStakesDays } from './comparison.sql.ts';
import type { DayFigures, RangeFigures } from './comparison.types.ts';
import { readBookedDays } from './read-stats.ts';

interface Days {
  from: Day;
  to: Day;
}

export interface Comparison {
  now: RangeFigures;
  before: RangeFigures;
}

/** A range of days and the one of the same length just before, read together: they are neighbours. */
export async function compareDays(deps: { db: Db; wagerGames: readonly WagerGame[] }, days: Days): Promise<Comparison> {
  const { db, wagerGames } = deps;
  const before = daysBefore(days);
  const [booked, stakes, came, active] = await Promise.all([
    readBookedDays(deps, { from: before.from, to: days.to }),
    listStakesDays(db, gameDays(wagerGames).between(before.from, days.to)),
    listCameDays(db, activityDays.between(before.from, days.to)),
    countActive(db, days, before),
  ]);
  const found = new Map<Day, Partial<DayFigures>>();
  for (const part of [...booked, ...stakes, ...came]) found.set(part.day, { ...found.get(part.day), ...part });
  const figuresOf = (range: Days) => daysOfRange(range).map((day) => ({ ...emptyDay(day), ...found.get(day) }));
  return {
    now: { days: figuresOf(days), activeUsers: active.now },
    before: { days: figuresOf(before), activeUsers: active.before },
  };
}
