import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import { dayRangeOf } from '../../../platform/day-queries.ts';
import { addDays, type Day, dayOf, daysBefore } from '../../../platform/days.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { transferDays } from '../../assets/wallet/index.ts';
import { caseDays, dropDays } from '../../games/cases/index.ts';
import type { WagerGame } from '../../games/rolls/index.ts';
import { gameDays } from '../../games/statistics/index.ts';
import { activityDays } from '../../people/auth/index.ts';
import {
  COMPARED_DAYS,
  type Comparison,
  ComparisonQuery,
  comparisonView,
  type DayFigures,
  DaysCompared,
  daysOfRange,
  emptyDay,
} from './comparison.records.ts';
import {
  ActivitiesQuery,
  activityView,
  type BookedDay,
  type Days,
  DEFAULT_DAYS,
  overviewSchema,
  RecentActivity,
  RevenueChart,
  revenueChartView,
  type Stats,
  StatsQuery,
  statsSchema,
  statsView,
  type UserCounts,
} from './dashboard.records.ts';
import {
  countActive,
  countRounds,
  countUsersOf,
  findTopCases,
  findTopItems,
  listActivities,
  listBookedDays,
  listCameDays,
  listStakesDays,
} from './dashboard.sql.ts';

export interface DashboardDeps {
  db: Db;
  clock: Clock;
  countPendingWithdrawals(db: Db): Promise<number>;
  wagerGames: readonly WagerGame[];
}

type View = ReturnType<typeof statsView>;

/** The documented answer has 0; the overview has the true number. */
const ALWAYS_ZERO_IN_STATS = 'upgradesToday';

const daysOf = ({ clock }: DashboardDeps, query: { from?: string; to?: string }) =>
  dayRangeOf(query, clock.now(), DEFAULT_DAYS);

export function dashboardAdminRoutes(routes: Routes, deps: DashboardDeps): void {
  statsRoutes(routes, deps);
  recentDaysRoutes(routes, deps);
  comparisonRoute(routes, deps);
}

function comparisonRoute(routes: Routes, deps: DashboardDeps): void {
  routes.get(
    '/admin/dashboard/comparison',
    {
      schema: {
        operationId: 'compareDays',
        summary: 'Compare days with the period before',
        description:
          'Gives the bookings, plays and active users of each day of São Paulo, `to` included, and of as many days ' +
          'just before; without `from` and `to` it covers the last 7 days. Every day has an entry, so that entries ' +
          'at the same place in both lists belong together.',
        querystring: ComparisonQuery,
        response: { 200: DaysCompared },
      },
    },
    async ({ query }) => {
      const days = dayRangeOf(query, deps.clock.now(), COMPARED_DAYS);
      return comparisonView(days, await compareDays(deps, days));
    },
  );
}

function statsRoutes(routes: Routes, deps: DashboardDeps): void {
  routes.get(
    '/admin/dashboard/stats',
    {
      schema: {
        operationId: 'getDashboardStats',
        summary: 'Read the figures of some days',
        description:
          'Covers users, finances and games of days of São Paulo, `to` included; without `from` and `to` it covers ' +
          'today. `activeToday` and `newToday` count from the first day until now, even if the range has ended. ' +
          '`upgradesToday` is always 0: the overview has the true number.',
        querystring: StatsQuery,
        response: { 200: statsSchema(deps.wagerGames) },
      },
    },
    async ({ query }) => {
      const [read] = await readStats(deps, [daysOf(deps, query)], deps.clock.now());
      const { games, ...stats } = statsView(read as Stats, deps.wagerGames);
      return { ...stats, games: { ...games, [ALWAYS_ZERO_IN_STATS]: 0 } };
    },
  );

  routes.get(
    '/admin/dashboard/overview',
    {
      schema: {
        operationId: 'getDashboardOverview',
        summary: 'Read the figures of today and the last 7 and 30 days',
        description:
          'Gives the statistics of the three ranges, each including today, and with the true number of upgrades.',
        response: { 200: overviewSchema(deps.wagerGames) },
      },
    },
    async () => {
      const now = deps.clock.now();
      const today = dayOf(now);
      const ranges = [1, 7, 30].map((days) => ({ from: addDays(today, 1 - days), to: today }));
      const views = (await readStats(deps, ranges, now)).map((stats) => statsView(stats, deps.wagerGames));
      const [ofToday, last7Days, last30Days] = views as [View, View, View];
      return { today: ofToday, last7Days, last30Days };
    },
  );
}

function recentDaysRoutes(routes: Routes, deps: DashboardDeps): void {
  routes.get(
    '/admin/dashboard/revenue-chart',
    {
      schema: {
        operationId: 'getRevenueChart',
        summary: 'List revenue by day',
        description:
          'Gives the bookings of each day of São Paulo, oldest first, `to` included; without `from` and `to` it ' +
          'covers today. Only days with a booking have an entry, and the average is over these.',
        querystring: StatsQuery,
        response: { 200: RevenueChart },
      },
    },
    async ({ query }) => {
      const days = daysOf(deps, query);
      const [booked, before] = await Promise.all([readBookedDays(deps, days), readBookedDays(deps, daysBefore(days))]);
      return revenueChartView(booked, before);
    },
  );

  routes.get(
    '/admin/dashboard/recent-activity',
    {
      schema: {
        operationId: 'listRecentActivity',
        summary: 'List recent activity of users',
        description:
          'Lists openings, deposits and requests of withdrawals on days of São Paulo, newest first; without `from` ' +
          'and `to` it covers today. Cases that were opened in one request are one entry.',
        querystring: ActivitiesQuery,
        response: { 200: RecentActivity },
      },
    },
    async ({ query }) => {
      const activities = await listActivities(deps.db, daysOf(deps, query), query.limit ?? 20);
      return { activities: activities.map(activityView) };
    },
  );
}

/** Reads the days of all ranges once. Users count until `now`. */
async function readStats(deps: DashboardDeps, ranges: readonly Days[], now: Date): Promise<Stats[]> {
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

const readBookedDays = ({ db, wagerGames }: DashboardDeps, { from, to }: Days): Promise<BookedDay[]> =>
  listBookedDays(
    db,
    transferDays.between(from, to),
    wagerGames.map(({ stakes }) => stakes.transfers.stake),
  );

/** Reads the adjacent ranges together. */
async function compareDays(deps: DashboardDeps, days: Days): Promise<Comparison> {
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
