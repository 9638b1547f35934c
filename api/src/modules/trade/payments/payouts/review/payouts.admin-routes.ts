import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../../platform/ids.ts';
import { listView, walkOf } from '../../../../../platform/lists.ts';
import type { Decider, DecisionDeps } from '../../../../people/decisions/index.ts';
import { type RiskDeps, withRisk, withRisks } from '../../../suspensions/index.ts';
import type { PayoutDeps } from '../payout-deps.ts';
import { payoutNotFound } from '../payouts.errors.ts';
import {
  AdminPayouts,
  AdminPayoutsQuery,
  AdminPayoutView,
  ApproveBody,
  adminPayoutView,
  CompleteBody,
  DecidedPayout,
  decidedPayoutView,
  filterOf,
  PayoutParams,
  RejectBody,
} from '../payouts.schemas.ts';
import { findReviewedPayout, listPayouts } from '../payouts.sql.ts';
import { PAYOUT_ENTITY } from '../payouts.types.ts';
import { type ApproveDeps, approvePayout } from './approve-payout.ts';
import { completePayout } from './complete-payout.ts';
import { rejectPayout } from './reject-payout.ts';

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
      const { payouts, total } = await listPayouts(deps.db, filterOf(query), page);
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
        response: { 200: AdminPayoutView, ...errorAnswers(404) },
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
      decidedPayoutView(
        await approvePayout(
          deps,
          toId(request.params.id),
          editorOf(request, request.body.reason ?? null),
          onceOf(request, reply, decidedPayoutView),
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
      const once = onceOf(request, reply, decidedPayoutView);
      return decidedPayoutView(await rejectPayout(deps, command, editorOf(request, request.body.reason), once));
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
      const once = onceOf(request, reply, decidedPayoutView);
      return decidedPayoutView(await completePayout(deps, command, editorOf(request, reason ?? null), once));
    },
  );
}
