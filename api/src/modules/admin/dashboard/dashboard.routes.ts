import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import { dayRangeOf } from '../../../platform/day-queries.ts';
import { addDays, dayOf, daysBefore } from '../../../platform/days.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import type { WagerGame } from '../../games/rolls/index.ts';
import { COMPARED_DAYS, ComparisonQuery, comparisonView, DaysCompared } from './comparison.records.ts';
import {
  ActivitiesQuery,
  activityView,
  DEFAULT_DAYS,
  overviewSchema,
  RecentActivity,
  RevenueChart,
  revenueChartView,
  type Stats,
  StatsQuery,
  statsSchema,
  statsView,
} from './dashboard.records.ts';
import { listActivities } from './dashboard.sql.ts';
import { type CountPendingWithdrawals, compareDays, readBookedDays, readStats } from './read-stats.ts';

export interface DashboardDeps {
  db: Db;
  clock: Clock;
  countPendingWithdrawals: CountPendingWithdrawals;
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
