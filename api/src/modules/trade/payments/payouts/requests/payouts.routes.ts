import { callerOf } from '../../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../../platform/ids.ts';
import { listView, walkOf } from '../../../../../platform/lists.ts';
import type { SecondFactorDeps } from '../../../../people/two-factor/index.ts';
import {
  ConfirmBody,
  OwnPayout,
  OwnPayouts,
  OwnPayoutsQuery,
  PayoutParams,
  payoutView,
  RequestBody,
} from '../payouts.schemas.ts';
import { listPayouts } from '../payouts.sql.ts';
import type { ReturnedPayout } from '../return-money.ts';
import { cancelPayout } from './cancel-payout.ts';
import { confirmPayout } from './confirm-payout.ts';
import { type RequestDeps, requestPayout } from './request-payout.ts';

export type PlayerDeps = RequestDeps & SecondFactorDeps;

export function payoutsPlayerRoutes(routes: Routes, deps: PlayerDeps): void {
  requestRoute(routes, deps);
  stepRoutes(routes, deps);

  routes.get(
    '/payment/withdrawals',
    {
      schema: {
        operationId: 'listMyMoneyWithdrawals',
        summary: 'List your money withdrawals',
        description: 'Lists your withdrawals of every status or of one, newest first.',
        querystring: OwnPayoutsQuery,
        response: { 200: OwnPayouts },
      },
    },
    async (request) => {
      const page = walkOf(request.query);
      const filter = { status: request.query.status, userId: callerOf(request).userId };
      const { payouts, total } = await listPayouts(deps.db, filter, page);
      return listView(payouts.map(payoutView), page, total);
    },
  );
}

function requestRoute(routes: Routes, deps: PlayerDeps): void {
  routes.post(
    '/payment/withdraw/request',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'requestMoneyWithdrawal',
        summary: 'Request a withdrawal of money by Pix',
        description:
          'The amount leaves the balance at once and is held until the withdrawal has ended. Confirm it in time with ' +
          '`POST /payment/withdraw/:id/confirm`, or the money comes back. Answers 403 without two-factor ' +
          'authentication, 400 if the balance or the Pix key does not allow it, and 422 if a limit does not. Your ' +
          'sockets are sent `balance:updated`.',
        body: RequestBody,
        response: { 201: OwnPayout, ...errorAnswers(403, 409, 422) },
      },
    },
    async (request, reply) => {
      const { amountCents, pixKeyType, pixKey } = request.body;
      const command = { userId: callerOf(request).userId, amountCents: BigInt(amountCents), pixKeyType, pixKey };
      const payout = await requestPayout(deps, command, onceOf(request, reply, payoutView, 201));
      return reply.code(201).send(payoutView(payout));
    },
  );
}

function stepRoutes(routes: Routes, deps: PlayerDeps): void {
  routes.post(
    '/payment/withdraw/:id/confirm',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'confirmMoneyWithdrawal',
        summary: 'Confirm a money withdrawal with your second factor',
        description:
          'Takes a code of your authenticator app, or a recovery code, and the amount again: both are for this ' +
          'withdrawal alone. Then an administrator reviews it. Answers 400 with the fault of the code or the amount, ' +
          'and 409 if it can no longer be confirmed; after 5 wrong codes within 15 minutes every code is refused ' +
          'with 429.',
        params: PayoutParams,
        body: ConfirmBody,
        response: { 200: OwnPayout, ...errorAnswers(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { code, amountCents } = request.body;
      const command = {
        id: toId<'money-withdrawal'>(request.params.id),
        userId: callerOf(request).userId,
        amountCents: BigInt(amountCents),
        code,
        ip: request.ip,
      };
      return payoutView(await confirmPayout(deps, command, onceOf(request, reply, payoutView)));
    },
  );

  routes.post(
    '/payment/withdraw/:id/cancel',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'cancelMoneyWithdrawal',
        summary: 'Cancel a money withdrawal',
        description:
          'The money is on your balance again. Answers 409 once an administrator has approved it, or if it has ' +
          'ended. Your sockets are sent `balance:updated`.',
        params: PayoutParams,
        response: { 200: OwnPayout, ...errorAnswers(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const command = { id: toId<'money-withdrawal'>(request.params.id), userId: callerOf(request).userId };
      const returnedView = ({ payout }: ReturnedPayout) => payoutView(payout);
      return payoutView(await cancelPayout(deps, command, onceOf(request, reply, returnedView)));
    },
  );
}
