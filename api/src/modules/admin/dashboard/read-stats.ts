import type { Db } from '../../../platform/database/db.ts';
import { addDays, type Day, dayOf, daysBefore } from '../../../platform/days.ts';
import { transferDays } from '../../assets/wallet/index.ts';
import { battleDays } from '../../games/battles/index.ts';
import { caseDays, dropDays } from '../../games/cases/index.ts';
import { upgradeDays } from '../../games/upgrades/index.ts';
import { activityDays } from '../../people/auth/index.ts';
import { countGames, countUsersOf, findTopCase, findTopItems, listBookedDays } from './dashboard.sql.ts';
import type { BookedDay, Stats } from './dashboard.types.ts';

/** Withdrawals of money that wait for an administrator; those who make them say how many. */
export type CountPendingWithdrawals = (db: Db) => Promise<number>;

interface StatsDeps {
  db: Db;
  countPendingWithdrawals: CountPendingWithdrawals;
}

interface Days {
  from: Day;
  to: Day;
}

/** What the days from one to another came to. The users are those since the first of them, until `now`. */
export async function readStats(deps: StatsDeps, days: Days, now: Date): Promise<Stats> {
  const { db } = deps;
  const { from, to } = days;
  // A day more: by the clock of the database, which stamps users, it may have begun already.
  const came = activityDays.between(from, addDays(dayOf(now), 1));
  const cases = caseDays.between(from, to);
  const games = { cases, battles: battleDays.between(from, to), upgrades: upgradeDays.between(from, to) };
  const [users, booked, pendingWithdrawals, counted, topItems, mostOpened] = await Promise.all([
    countUsersOf(db, from, daysBefore(days), came),
    readBookedDays(db, days),
    deps.countPendingWithdrawals(db),
    countGames(db, games),
    findTopItems(db, dropDays.between(from, to)),
    findTopCase(db, cases),
  ]);
  return { users, days: booked, pendingWithdrawals, games: counted, ...topItems, mostOpened };
}

export const readBookedDays = (db: Db, { from, to }: Days): Promise<BookedDay[]> =>
  listBookedDays(db, transferDays.between(from, to));
