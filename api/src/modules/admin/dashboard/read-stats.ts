import type { Db } from '../../../platform/database/db.ts';
import { addDays, type Day, dayOf, daysBefore } from '../../../platform/days.ts';
import { transferDays } from '../../assets/wallet/index.ts';
import { caseDays, dropDays } from '../../games/cases/index.ts';
import type { WagerGame } from '../../games/rolls/index.ts';
import { gameDays } from '../../games/statistics/index.ts';
import { activityDays } from '../../people/auth/index.ts';
import { countRounds, countUsersOf, findTopCase, findTopItems, listBookedDays } from './dashboard.sql.ts';
import type { BookedDay, Stats } from './dashboard.types.ts';

/** Withdrawals of money that wait for an administrator; those who make them say how many. */
export type CountPendingWithdrawals = (db: Db) => Promise<number>;

interface StatsDeps {
  db: Db;
  wagerGames: readonly WagerGame[];
  countPendingWithdrawals: CountPendingWithdrawals;
}

interface Days {
  from: Day;
  to: Day;
}

/** What the days from one to another came to. The users are those since the first of them, until `now`. */
export async function readStats(deps: StatsDeps, days: Days, now: Date): Promise<Stats> {
  const { db, wagerGames } = deps;
  const { from, to } = days;
  // A day more: by the clock of the database, which stamps users, it may have begun already.
  const came = activityDays.between(from, addDays(dayOf(now), 1));
  const [users, booked, pendingWithdrawals, rounds, topItems, mostOpened] = await Promise.all([
    countUsersOf(db, from, daysBefore(days), came),
    readBookedDays(deps, days),
    deps.countPendingWithdrawals(db),
    countRounds(db, gameDays(wagerGames).between(from, to)),
    findTopItems(db, dropDays.between(from, to)),
    findTopCase(db, caseDays.between(from, to)),
  ]);
  return { users, days: booked, pendingWithdrawals, rounds, ...topItems, mostOpened };
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
