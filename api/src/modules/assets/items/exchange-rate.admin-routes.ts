import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import { callerOf } from '../../../platform/http/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../platform/http/openapi.ts';
import type { Settings } from '../../../platform/settings.ts';
import { confirmRate } from './confirm-rate.ts';
import {
  ConfirmedRate,
  ExchangeRateView,
  exchangeRateView,
  GuardedRateView,
  guardedRateView,
} from './exchange-rate.schemas.ts';
import { findHeldBackRate, findRate } from './exchange-rate.sql.ts';

interface ExchangeRateDeps {
  db: Db;
  clock: Clock;
  settings: Settings;
}

export function exchangeRateAdminRoutes(routes: Routes, deps: ExchangeRateDeps): void {
  const { db, clock } = deps;

  routes.get(
    '/admin/items/exchange-rate',
    {
      schema: {
        operationId: 'getGuardedExchangeRate',
        summary: 'The exchange rate, and one that is held back',
        description:
          'The rate in force, and what the source says instead where that is further away than `maxRateStepPercent` or ' +
          '`maxDailyRateStepPercent` allow.',
        response: { 200: GuardedRateView },
      },
    },
    async () => {
      const [rate, held] = await Promise.all([findRate(db), findHeldBackRate(db)]);
      return guardedRateView(rate, held, clock.now());
    },
  );

  routes.post(
    '/admin/items/exchange-rate/confirm',
    {
      schema: {
        operationId: 'confirmExchangeRate',
        summary: 'Take the exchange rate that is held back',
        description:
          'Puts the rate that is held back in force, reprices all items and is recorded in the audit trail. Where the ' +
          'source says another by now, or none is held back, the answer is 409.',
        body: ConfirmedRate,
        response: { 200: ExchangeRateView, ...errorAnswers(409) },
      },
    },
    async (request) => {
      const { userId: actorId } = callerOf(request);
      const rate = await confirmRate(deps, { usdToBrl: request.body.usdToBrl, actorId, ip: request.ip });
      return exchangeRateView(rate, clock.now());
    },
  );
}
