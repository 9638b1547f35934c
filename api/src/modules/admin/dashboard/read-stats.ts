import type { Db } from '../../../platform/database/db.ts';
import { addDays, type Day, dayOf, daysBefore } from '../../../platform/days.ts';
import { transferDays } from '../../assets/wallet/index.ts';
import { caseDays, dropDays } from '../../games/cases/index.ts';
import type { WagerGame } from '../../games/rolls/index.ts';
import { gameDays } from '../../games/statistics/index.ts';
import { activityDays } from '../../people/auth/index.ts';
import { type Comparison, type DayFigures, daysOfRange, emptyDay } from './comparison.records.ts';
import type { BookedDay, Days, Stats, UserCounts } from './dashboard.records.ts';
import {
  countActive,
  countRounds,
  countUsersOf,
  findTopCases,
  findTopItems,
  listBookedDays,
  listCameDays,
  listStakesDays,
} from './dashboard.sql.ts';

export type CountPendingWithdrawals = (db: Db) => Promise<number>;

interface StatsDeps {
  db: Db;
  wagerGames: readonly WagerGame[];
  countPendingWithdrawals: CountPendingWithdrawals;
}

/** Reads the days of all ranges once. Users count until `now`. */
export async function readStats(deps: StatsDeps, ranges: readonly Days[], now: Date): Promise<Stats[]> {
  const { db, wagerGames } = deps;
  const from = ranges.reduce((first, range) => (range.from < first ? range.from : first), dayOf(now));
  const to = ranges.reduce((last, range) => (range.to > last ? range.to : last), from);
  // By the database's clock, which stamps users, the next day may have begun.
  const came = activityDays.between(from, addDays(dayOf(now), 1));
  const [users, booked, pendingWithdrawals, rounds, topItems, mostOpened] = await Promise.all([
    countUsersOf(db, ranges, came),
    readBookedDays(deps, { from, to }),
    deps.countPendingWithdrawals(db),
    countRounds(db, ranges, gameDays(wagerGames).between(from, to)),
    findTopItems(db, ranges, dropDays.between(from, to)),
    findTopCases(db, ranges, caseDays.between(from, to)),
  ]);
  return ranges.map((range, index) => ({
    users: users[index] as UserCounts,
    days: booked.filter(({ day }) => day >= range.from && day <= range.to),
    pendingWithdrawals,
    rounds: rounds[index] ?? new Map(),
    mostDropped: topItems[index]?.mostDropped ?? null,
    highestValue: topItems[index]?.highestValue ?? null,
    mostOpened: mostOpened[index] ?? null,
  }));
}

export const readBookedDays = (
  { db, wagerGames }: Pick<StatsDeps, 'db' | 'wagerGames'>,
  { from, to }: Days,
): Promise<BookedDay[]> =>
  listBookedDays(
    db,
    transferDays.between(from, to),
    wagerGames.map(({ stakes }) => stakes.transfers.stake),
  );

/** Reads the adjacent ranges together. */
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
