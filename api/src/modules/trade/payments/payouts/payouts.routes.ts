import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { listView, walkOf } from '../../../../platform/lists.ts';
import type { Decider, DecisionDeps } from '../../../people/decisions/index.ts';
import type { SecondFactorDeps } from '../../../people/two-factor/index.ts';
import { type RiskDeps, withRisk, withRisks } from '../../suspensions/index.ts';
import { type ApproveDeps, approvePayout, completePayout, rejectPayout } from './decide-payout.ts';
import { cancelPayout, type PayoutDeps, type ReturnedPayout } from './end-payouts.ts';
import { payoutNotFound } from './payout-steps.records.ts';
import {
  AdminPayout,
  AdminPayouts,
  AdminPayoutsQuery,
  ApproveBody,
  adminPayoutView,
  CompleteBody,
  ConfirmBody,
  DecidedPayout,
  OwnPayout,
  OwnPayouts,
  OwnPayoutsQuery,
  PAYOUT_ENTITY,
  PayoutParams,
  payoutView,
  RejectBody,
  RequestBody,
} from './payouts.records.ts';
import { findReviewedPayout, listPayouts } from './payouts.sql.ts';
import { confirmPayout, type RequestDeps, requestPayout } from './request-payout.ts';

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

const editorOf = (request: FastifyRequest, reason: string | null): Decider => {
  const { userId: actorId, sessionId } = callerOf(request);
  return { actorId, sessionId, ip: request.ip, reason };
};

export function payoutsAdminRoutes(routes: Routes, deps: PayoutDeps & RiskDeps & ApproveDeps & DecisionDeps): void {
  readingRoutes(routes, deps);
  approveRoute(routes, deps);
  endRoutes(routes, deps);
}

function readingRoutes(routes: Routes, deps: PayoutDeps & RiskDeps): void {
  routes.get(
    '/admin/withdrawals',
    {
      schema: {
        operationId: 'listMoneyWithdrawals',
        summary: 'List money withdrawals',
        description:
          'Lists withdrawals of all users or of one, of every status or of one, newest first. Those that are ' +
          '`PENDING` wait for your decision.',
        querystring: AdminPayoutsQuery,
        response: { 200: AdminPayouts },
      },
    },
    async ({ query }) => {
      const page = walkOf(query);
      const userId = query.userId === undefined ? undefined : toId<'user'>(query.userId);
      const { payouts, total } = await listPayouts(deps.db, { status: query.status, userId }, page);
      const reviewed = await withRisks(deps, deps.db, PAYOUT_ENTITY, payouts);
      return listView(reviewed.map(adminPayoutView), page, total);
    },
  );

  routes.get(
    '/admin/withdrawals/:id',
    {
      schema: {
        operationId: 'adminGetMoneyWithdrawal',
        summary: 'Read a money withdrawal',
        description: 'Answers a withdrawal of any user and of any status, in the form of the list.',
        params: PayoutParams,
        response: { 200: AdminPayout, ...errorAnswers(404) },
      },
    },
    async ({ params }) => {
      const payout = await findReviewedPayout(deps.db, toId(params.id));
      if (payout === null) throw payoutNotFound();
      return adminPayoutView(await withRisk(deps, deps.db, PAYOUT_ENTITY, payout));
    },
  );
}

function approveRoute(routes: Routes, deps: ApproveDeps): void {
  routes.post(
    '/admin/withdrawals/:id/approve',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'approveMoneyWithdrawal',
        summary: 'Approve a money withdrawal',
        description:
          'Approves a withdrawal that is `PENDING`. A configured Pix provider is asked to pay it, once: its answer ' +
          'makes the withdrawal `COMPLETED`, or `REJECTED` with the money given back; without an answer the provider ' +
          'is asked for the outcome later. Without a provider, pay by hand and complete the withdrawal.',
        params: PayoutParams,
        body: ApproveBody,
        response: { 200: DecidedPayout, ...errorAnswers(404, 409, 422) },
      },
    },
    async (request, reply) =>
      adminPayoutView(
        await approvePayout(
          deps,
          toId(request.params.id),
          editorOf(request, request.body.reason ?? null),
          onceOf(request, reply, adminPayoutView),
        ),
      ),
  );
}

function endRoutes(routes: Routes, deps: PayoutDeps & RiskDeps & DecisionDeps): void {
  routes.post(
    '/admin/withdrawals/:id/reject',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'rejectMoneyWithdrawal',
        summary: 'Reject a money withdrawal',
        description:
          'The money is on the owner’s balance again, and the owner is notified of the reason. An approved ' +
          'withdrawal is rejected only with `notPaid`, as a decision on money (a fresh second factor, and above ' +
          '`twoPersonCents` two administrators). While the provider is asked to pay it the answer is 409.',
        params: PayoutParams,
        body: RejectBody,
        response: { 200: DecidedPayout, ...errorAnswers(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { reason, notPaid = false } = request.body;
      const command = { id: toId<'money-withdrawal'>(request.params.id), reason, isNotPaid: notPaid };
      const once = onceOf(request, reply, adminPayoutView);
      return adminPayoutView(await rejectPayout(deps, command, editorOf(request, request.body.reason), once));
    },
  );

  routes.post(
    '/admin/withdrawals/:id/complete',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'completeMoneyWithdrawal',
        summary: 'Record that a money withdrawal was paid',
        description:
          'Completes a withdrawal that was approved and paid by hand: the money has left the platform, and the owner ' +
          'is notified. Answers 409 if the provider is asked to pay it, or if the money was given back to its owner.',
        params: PayoutParams,
        body: CompleteBody,
        response: { 200: DecidedPayout, ...errorAnswers(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { endToEndId = null, reason } = request.body;
      const command = { id: toId<'money-withdrawal'>(request.params.id), endToEndId };
      const once = onceOf(request, reply, adminPayoutView);
      return adminPayoutView(await completePayout(deps, command, editorOf(request, reason ?? null), once));
    },
  );
}
