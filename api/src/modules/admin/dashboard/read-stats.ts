import type { Db } from '../../../platform/database/db.ts';
import { addDays, dayOf } from '../../../platform/days.ts';
import { transferDays } from '../../assets/wallet/index.ts';
import { caseDays, dropDays } from '../../games/cases/index.ts';
import type { WagerGame } from '../../games/rolls/index.ts';
import { gameDays } from '../../games/statistics/index.ts';
import { activityDays } from '../../people/auth/index.ts';
import { countRounds, countUsersOf, findTopCases, findTopItems, listBookedDays } from './dashboard.sql.ts';
import type { BookedDay, Days, Stats, UserCounts } from './dashboard.types.ts';

/** Withdrawals of money that wait for an administrator; those who make them say how many. */
export type CountPendingWithdrawals = (db: Db) => Promise<number>;

interface StatsDeps {
  db: Db;
  wagerGames: readonly WagerGame[];
  countPendingWithdrawals: CountPendingWithdrawals;
}

/**
 * What each range of days came to. All that lie within the longest are read once, however many ranges there are. The users are
 * those since the first day of a range, until `now`.
 */
export async function readStats(deps: StatsDeps, ranges: readonly Days[], now: Date): Promise<Stats[]> {
  const { db, wagerGames } = deps;
  const from = ranges.reduce((first, range) => (range.from < first ? range.from : first), dayOf(now));
  const to = ranges.reduce((last, range) => (range.to > last ? range.to : last), from);
  // A day more: by the clock of the database, which stamps users, it may have begun already.
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
