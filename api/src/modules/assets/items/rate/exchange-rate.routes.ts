import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { listView, walkOf } from '../../../../platform/lists.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import type { DecisionDeps } from '../../../people/decisions/index.ts';
import { findHeldBackRate, findRate, listRateHistory } from '../exchange-rate.sql.ts';
import {
  ConfirmedRate,
  ExchangeRateView,
  exchangeRateView,
  GuardedRateView,
  guardedRateView,
  RateByHand,
  RateHistory,
  RateHistoryQuery,
} from './exchange-rate.records.ts';
import { confirmRate, setRate } from './set-rate.ts';

interface ExchangeRateDeps extends DecisionDeps {
  settings: Settings;
}

export function exchangeRateAdminRoutes(routes: Routes, deps: ExchangeRateDeps): void {
  rateInForceRoutes(routes, deps);
  rateHistoryRoute(routes, deps);
  heldBackRateRoute(routes, deps);
}

function rateInForceRoutes(routes: Routes, deps: ExchangeRateDeps): void {
  const { db, clock } = deps;

  routes.get(
    '/admin/items/exchange-rate',
    {
      schema: {
        operationId: 'getGuardedExchangeRate',
        summary: 'Read the exchange rate and a held-back one',
        description:
          "Answers the rate in force and, if the source's rate is further away than `maxRateStepPercent` or " +
          '`maxDailyRateStepPercent` allow, that rate.',
        response: { 200: GuardedRateView },
      },
    },
    async () => {
      const [rate, held] = await Promise.all([findRate(db), findHeldBackRate(db)]);
      return guardedRateView(rate, held, clock.now());
    },
  );

  routes.put(
    '/admin/items/exchange-rate',
    {
      schema: {
        operationId: 'setExchangeRate',
        summary: 'Set the exchange rate by hand',
        description:
          'Serves when the source is silent or wrong. Puts the rate in force, reprices all items and records it in ' +
          'the audit trail. Beyond `maxRateStepPercent` or `maxDailyRateStepPercent` the answer is 409 with the ' +
          'worth that the items of all users would have, unless `confirm` is true, which needs a fresh second ' +
          'factor. If a rate moves that worth by more than `twoPersonCents`, or is lower than the one in force, a ' +
          'second administrator must send the same request, too, while `twoPersonCents` is not 0. The source takes ' +
          'over with its next rate within the limits, after `holdHours` if these are given.',
        body: RateByHand,
        response: { 200: GuardedRateView, ...errorAnswers(403, 409) },
      },
    },
    async (request) => {
      const { usdToBrl, reason, holdHours = null, confirm = false } = request.body;
      const { userId: actorId, sessionId } = callerOf(request);
      const editor = { actorId, sessionId, ip: request.ip, reason };
      const rate = await setRate(deps, { usdToBrl, holdHours, confirm, editor });
      return guardedRateView(rate, null, clock.now());
    },
  );
}

function rateHistoryRoute(routes: Routes, { db }: ExchangeRateDeps): void {
  routes.get(
    '/admin/items/exchange-rate/history',
    {
      schema: {
        operationId: 'listExchangeRates',
        summary: 'List all exchange rates',
        description: 'Lists the newest first, each with its reason and the administrator who set it.',
        querystring: RateHistoryQuery,
        response: { 200: RateHistory },
      },
    },
    async ({ query }) => {
      const page = walkOf(query);
      const { rates, total } = await listRateHistory(db, page);
      return listView(
        rates.map((rate) => ({ ...rate, usdToBrl: Number(rate.usdToBrl) })),
        page,
        total,
      );
    },
  );
}

function heldBackRateRoute(routes: Routes, deps: ExchangeRateDeps): void {
  routes.post(
    '/admin/items/exchange-rate/confirm',
    {
      schema: {
        operationId: 'confirmExchangeRate',
        summary: 'Confirm the exchange rate that is held back',
        description:
          'Puts the rate that is held back in force, reprices all items and records it in the audit trail. If the ' +
          'source has another rate by now, or none is held back, the answer is 409. It needs a fresh second factor ' +
          "and, if it moves the worth of users' items by more than `twoPersonCents`, or is lower than the one in " +
          'force, the same request by a second administrator.',
        body: ConfirmedRate,
        response: { 200: ExchangeRateView, ...errorAnswers(403, 409) },
      },
    },
    async (request) => {
      const { userId: actorId, sessionId } = callerOf(request);
      const { usdToBrl, reason = null } = request.body;
      const rate = await confirmRate(deps, { usdToBrl, editor: { actorId, sessionId, ip: request.ip, reason } });
      return exchangeRateView(rate, deps.clock.now());
    },
  );
}
