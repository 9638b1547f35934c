import { Type } from 'typebox';
import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../platform/ids.ts';
import { idOf } from '../../../platform/schemas.ts';
import { findUser, userNotFound } from '../../people/users/index.ts';
import {
  AgeBody,
  AgeConfirmation,
  askedOf,
  Exclusion,
  ExclusionBody,
  LimitsBody,
  ProtectionView,
  protectionView,
} from './limits.records.ts';
import { changeLimits, confirmAge, excludeOneself, type LimitsDeps, readProtection } from './protection.ts';

export function limitsAdminRoutes(routes: Routes, deps: LimitsDeps): void {
  routes.get(
    '/admin/users/:id/limits',
    {
      schema: {
        operationId: 'adminGetUserLimits',
        summary: 'Read the limits of a user',
        description:
          'Answers the same as `GET /user/limits` for the user: limits, the used part of them, and a pause or ' +
          'exclusion that runs. Only users change their limits.',
        params: Type.Object({ id: idOf('Id of the user') }),
        response: { 200: ProtectionView, ...errorAnswers(404) },
      },
    },
    async ({ params }) => {
      const userId = toId<'user'>(params.id);
      if ((await findUser(deps.db, userId)) === null) throw userNotFound();
      return protectionView(await readProtection(deps, userId));
    },
  );
}

export function limitsPlayerRoutes(routes: Routes, deps: LimitsDeps): void {
  limitRoutes(routes, deps);
  protectionRoutes(routes, deps);
}

function limitRoutes(routes: Routes, deps: LimitsDeps): void {
  routes.get(
    '/user/limits',
    {
      schema: {
        operationId: 'getLimits',
        summary: 'Read your limits',
        description:
          'Answers the limits of deposits, losses and stakes, the used part of them, and a pause or exclusion that ' +
          'runs.',
        response: { 200: ProtectionView },
      },
    },
    async (request) => protectionView(await readProtection(deps, callerOf(request).userId)),
  );

  routes.put(
    '/user/limits',
    {
      schema: {
        operationId: 'setLimits',
        summary: 'Set your limits',
        description:
          'A lower limit counts at once; a higher one, or none, counts 24 hours later; fields that are left out stay ' +
          'as they are. Periods are days, weeks from Monday, and months of São Paulo, and a limit covers the whole ' +
          'of the current period. A loss is the stakes less the winnings, with items at their worth then; a stake is ' +
          'refused if losing it could pass the limit.',
        body: LimitsBody,
        response: { 200: ProtectionView },
      },
    },
    async (request) => {
      const { userId } = callerOf(request);
      await changeLimits(deps, { userId, asked: askedOf(request.body), ip: request.ip });
      return protectionView(await readProtection(deps, userId));
    },
  );
}

function protectionRoutes(routes: Routes, deps: LimitsDeps): void {
  routes.post(
    '/user/self-exclusion',
    {
      schema: {
        operationId: 'excludeYourself',
        summary: 'Pause or exclude yourself',
        description:
          'Until it ends, play and deposits are refused with 403; selling and withdrawing stay open, and battles and ' +
          'raffles that you have paid for go on. It can be lengthened, but not ended early, not even by ' +
          'administrators. Answers 409 if it would change nothing.',
        body: ExclusionBody,
        response: { 200: Exclusion, ...errorAnswers(409) },
      },
    },
    async (request) => {
      const { kind, days = 1, months = 6 } = request.body;
      const { userId } = callerOf(request);
      return excludeOneself(deps, { userId, kind, days, months, ip: request.ip });
    },
  );

  routes.put(
    '/user/age-confirmation',
    {
      schema: {
        operationId: 'confirmAge',
        summary: 'Confirm that you are of age',
        description: 'Confirms, once and before the first deposit, that you are 18 or older. A repeat changes nothing.',
        body: AgeBody,
        response: { 200: AgeConfirmation },
      },
    },
    async (request) => ({
      ageConfirmedAt: await confirmAge(deps, { userId: callerOf(request).userId, ip: request.ip }),
    }),
  );
}
