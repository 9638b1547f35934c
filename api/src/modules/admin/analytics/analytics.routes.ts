import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import { dayRangeOf, dayRangeQuery } from '../../../platform/day-queries.ts';
import { daysBefore } from '../../../platform/days.ts';
import { type CsvRow, jsonOrCsv, sendJsonOrCsv } from '../../../platform/http/bodies/csv.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { pageOf, pageQuery } from '../../../platform/lists.ts';
import { transferDays } from '../../assets/wallet/index.ts';
import { battleDays } from '../../games/battles/index.ts';
import { caseDays, worthOfVersion } from '../../games/cases/index.ts';
import type { WagerGame } from '../../games/rolls/index.ts';
import { gameDays, userDays } from '../../games/statistics/index.ts';
import { upgradeBandDays } from '../../games/upgrades/index.ts';
import { activityDays } from '../../people/auth/index.ts';
import {
  ActivityDay,
  BattleRtp,
  BattleRtpReport,
  BotProfit,
  BotProfitability,
  battleRtpView,
  botView,
  CaseRtp,
  caseRtpView,
  type Days,
  DEFAULT_DAYS,
  FinanceFigure,
  FinancialOverview,
  financesView,
  GgrByUser,
  GgrDay,
  GgrReport,
  ggrReport,
  RtpByCase,
  UpgradeBand,
  UpgradeStats,
  UserGgr,
  UserStatsReport,
  upgradesView,
  userGgrReport,
} from './analytics.records.ts';
import { countOf } from './analytics.rules.ts';
import {
  countActiveUsers,
  listActivityDays,
  listBands,
  listCaseReturns,
  listModes,
  listTypeFigures,
  listUserFigures,
  readFinances,
} from './analytics.sql.ts';

export interface AnalyticsDeps {
  db: Db;
  clock: Clock;
  wagerGames: readonly WagerGame[];
}

type Row = Pick<TObject, 'properties'>;

interface Report<View extends { data: readonly CsvRow[] }> {
  path: string;
  operationId: string;
  summary: string;
  description: string;
  view: TSchema;
  row: Row;
  read(days: Days): Promise<View>;
}

const DaysQuery = dayRangeQuery(DEFAULT_DAYS, {});
const OVER_DAYS =
  'The report covers days of São Paulo, `to` included; without `from` and `to` it covers the last 30. Days that are ' +
  'over are stored, and today is computed at each request. With `Accept: text/csv` the rows are sent as a table.';

export function analyticsAdminRoutes(routes: Routes, deps: AnalyticsDeps): void {
  gameReportRoutes(routes, deps);
  houseReportRoutes(routes, deps);
  financialRoutes(routes, deps);
}

const daysOf = ({ clock }: AnalyticsDeps, query: { from?: string; to?: string }) =>
  dayRangeOf(query, clock.now(), DEFAULT_DAYS);

function reportRoute<View extends { data: readonly CsvRow[] }>(
  routes: Routes,
  deps: AnalyticsDeps,
  { path, operationId, summary, description, view, row, read }: Report<View>,
): void {
  routes.get(
    `/admin/analytics/${path}`,
    {
      schema: {
        operationId,
        summary,
        description: `${description} ${OVER_DAYS}`,
        querystring: DaysQuery,
        response: { 200: jsonOrCsv(summary, view) },
      },
    },
    async (request, reply) => {
      const days = daysOf(deps, request.query);
      const json = await read(days);
      return answer(request, reply, path, days, { json, row, rows: json.data });
    },
  );
}

function gameReportRoutes(routes: Routes, deps: AnalyticsDeps): void {
  const { db } = deps;
  reportRoute(routes, deps, {
    path: 'rtp-by-case',
    operationId: 'getRtpByCase',
    summary: 'Report the return of each case',
    description:
      'For every case that was opened, compares the share of stakes that was won with the average that its present ' +
      'contents give. The interval holds the true return with 95 percent: there is nothing to look into while the ' +
      'theoretical return lies inside, unless contents or values have changed. The case with the highest stakes ' +
      'comes first.',
    view: RtpByCase,
    row: CaseRtp,
    read: async (days) => {
      const worth = worthOfVersion('cases.current_version_id');
      return caseRtpView(days, await listCaseReturns(db, caseDays.between(days.from, days.to), worth));
    },
  });
  reportRoute(routes, deps, {
    path: 'battle-rtp',
    operationId: 'getBattleRtp',
    summary: 'Report the return of battles',
    description:
      'For every mode, compares what people have won with what they have staked, in battles that ended in these ' +
      'days.',
    view: BattleRtpReport,
    row: BattleRtp,
    read: async (days) => battleRtpView(days, await listModes(db, battleDays.between(days.from, days.to))),
  });
  reportRoute(routes, deps, {
    path: 'upgrade-stats',
    operationId: 'getUpgradeStats',
    summary: 'Report upgrades by chance',
    description:
      'For every tenth of the chance, counts the upgrades that were tried and won, and gives the wins to be ' +
      'expected.',
    view: UpgradeStats,
    row: UpgradeBand,
    read: async (days) => upgradesView(days, await listBands(db, upgradeBandDays.between(days.from, days.to))),
  });
  reportRoute(routes, deps, {
    path: 'bot-profitability',
    operationId: 'getBotProfitability',
    summary: 'Report the profit of bots',
    description: 'For every mode with bots, compares the price of their seats with what they have won.',
    view: BotProfitability,
    row: BotProfit,
    read: async (days) => botView(days, await listModes(db, battleDays.between(days.from, days.to))),
  });
}

function houseReportRoutes(routes: Routes, deps: AnalyticsDeps): void {
  const { db, wagerGames } = deps;
  reportRoute(routes, deps, {
    path: 'user-stats',
    operationId: 'getUserStatsReport',
    summary: 'Report active users by day',
    description:
      'Counts the active, new and returning users of each day that had any. Before activity was kept by the day, ' +
      'only the last day of each user is known.',
    view: UserStatsReport,
    row: ActivityDay,
    read: async ({ from, to }) => {
      const [data, counted] = await Promise.all([
        listActivityDays(db, activityDays.between(from, to)),
        countActiveUsers(db, { from, to }, daysBefore({ from, to })),
      ]);
      return { from, to, data, total: { ...counted, newUsers: countOf(data, ({ newUsers }) => newUsers) } };
    },
  });
  reportRoute(routes, deps, {
    path: 'ggr',
    operationId: 'getGgr',
    summary: 'Report gross gaming revenue by day and type',
    description: 'Lists stakes less winnings for each game on each day on which it was played.',
    view: GgrReport,
    row: GgrDay,
    read: async (days) => ggrReport(days, await listTypeFigures(db, gameDays(wagerGames).between(days.from, days.to))),
  });
}

function financialRoutes(routes: Routes, deps: AnalyticsDeps): void {
  const { db, clock, wagerGames } = deps;

  routes.get(
    '/admin/analytics/financial-overview',
    {
      schema: {
        operationId: 'getFinancialOverview',
        summary: 'Report payments and debts to users',
        description:
          'Sums up payments in, payments out and money set aside, and gives what users hold at present, which does ' +
          `not depend on the days. ${OVER_DAYS}`,
        querystring: DaysQuery,
        response: { 200: jsonOrCsv('Payments in, payments out, and debts to users', FinancialOverview) },
      },
    },
    async (request, reply) => {
      const days = daysOf(deps, request.query);
      const finances = await readFinances(db, transferDays.between(days.from, days.to));
      const rows = Object.entries(finances).map(([figure, amount]) => ({ figure, ...amount }));
      const json = financesView(days, finances, clock.now());
      return answer(request, reply, 'financial-overview', days, { json, row: FinanceFigure, rows });
    },
  );

  routes.get(
    '/admin/analytics/ggr-by-user',
    {
      schema: {
        operationId: 'getGgrByUser',
        summary: 'Report gross gaming revenue by user',
        description: `Lists everybody who played, page by page; the user who brought the house most comes first. ${OVER_DAYS}`,
        querystring: pageQuery(DaysQuery.properties),
        response: { 200: jsonOrCsv('Gross gaming revenue by user', GgrByUser) },
      },
    },
    async (request, reply) => {
      const days = daysOf(deps, request.query);
      const page = pageOf(request.query);
      const played = wagerGames.map((game) => userDays(game).between(days.from, days.to));
      const json = userGgrReport(days, await listUserFigures(db, played, page), page);
      return answer(request, reply, 'ggr-by-user', days, { json, row: UserGgr, rows: json.data });
    },
  );
}

const answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  { from, to }: Days,
  content: { json: object; row: Row; rows: readonly CsvRow[] },
) => sendJsonOrCsv(request, reply, { ...content, name: `${path}_${from}_${to}` });
