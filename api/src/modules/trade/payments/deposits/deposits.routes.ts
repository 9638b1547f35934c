import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { listView, walkOf } from '../../../../platform/lists.ts';
import { withRisk, withRisks } from '../../suspensions/index.ts';
import { confirmDeposit, type DecideDeps, rejectDeposit } from './decide-deposit.ts';
import {
  AdminDeposit,
  AdminDeposits,
  AdminDepositsQuery,
  amountOf,
  DEPOSIT_REFERENCE,
  DecisionBody,
  DepositParams,
  Deposits,
  depositNotFound,
  depositView,
  InitiateBody,
  OwnDepositsQuery,
  PayableDeposit,
  payableDepositView,
} from './deposits.records.ts';
import { findDetailedDeposit, findOwnDeposit, listDeposits, listOwnDeposits } from './deposits.sql.ts';
import { type InitiateDeps, initiateDeposit } from './initiate-deposit.ts';

export function depositsPlayerRoutes(routes: Routes, deps: InitiateDeps): void {
  routes.post(
    '/payment/deposit/initiate',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'initiateDeposit',
        summary: 'Begin a deposit by Pix',
        description:
          'Answers a charge: pay it in the app of your bank, by the code or its picture. The money arrives within ' +
          'seconds; then your balance has it, your sockets are sent `balance:updated` and you are notified. After a ' +
          '503 nothing has happened, and you may ask again. With an `Idempotency-Key` a repeat gives the same ' +
          'charge.',
        body: InitiateBody,
        response: { 201: PayableDeposit, ...errorAnswers(409, 422, 503) },
      },
    },
    async (request, reply) => {
      const command = { userId: callerOf(request).userId, amountCents: amountOf(request.body) };
      const deposit = await initiateDeposit(deps, command, onceOf(request, reply, payableDepositView, 201));
      return reply.code(201).send(payableDepositView(deposit));
    },
  );

  routes.get(
    '/payment/deposits',
    {
      schema: {
        operationId: 'listDeposits',
        summary: 'List your deposits',
        description: 'Lists your deposits of every status or of one, newest first.',
        querystring: OwnDepositsQuery,
        response: { 200: Deposits },
      },
    },
    async (request) => {
      const page = walkOf(request.query);
      const { deposits, total } = await listOwnDeposits(deps.db, callerOf(request).userId, request.query.status, page);
      return listView(deposits.map(depositView), page, total);
    },
  );

  routes.get(
    '/payment/deposits/:id',
    {
      schema: {
        operationId: 'getDeposit',
        summary: 'Read one of your deposits',
        description: 'Answers the deposit as it is now, with the picture to pay it by.',
        params: DepositParams,
        response: { 200: PayableDeposit, ...errorAnswers(404) },
      },
    },
    async (request) => {
      const deposit = await findOwnDeposit(deps.db, callerOf(request).userId, toId(request.params.id));
      if (deposit === null) throw depositNotFound();
      return payableDepositView(deposit);
    },
  );
}

const decisionOf = (request: FastifyRequest, id: string, reason: string) => ({
  depositId: toId<'deposit'>(id),
  reason,
  actorId: callerOf(request).userId,
  sessionId: callerOf(request).sessionId,
  ip: request.ip,
});

export function depositsAdminRoutes(routes: Routes, deps: DecideDeps): void {
  depositListRoute(routes, deps);
  depositDecisionRoutes(routes, deps);
}

function depositListRoute(routes: Routes, deps: DecideDeps): void {
  routes.get(
    '/admin/deposits',
    {
      schema: {
        operationId: 'adminListDeposits',
        summary: 'List the deposits of all users',
        description:
          'Lists deposits, newest first, by status, user, txid, or whether a payment waits for a decision. Use ' +
          '`before` to go far back.',
        querystring: AdminDepositsQuery,
        response: { 200: AdminDeposits },
      },
    },
    async ({ query }) => {
      const page = walkOf(query);
      const { status, txid, needsDecision = false } = query;
      const userId = query.userId === undefined ? undefined : toId<'user'>(query.userId);
      const { deposits, total } = await listDeposits(deps.db, { status, userId, txid, needsDecision }, page);
      const reviewed = await withRisks(deps, deps.db, DEPOSIT_REFERENCE, deposits);
      return listView(reviewed.map(depositView), page, total);
    },
  );

  routes.get(
    '/admin/deposits/:id',
    {
      schema: {
        operationId: 'adminGetDeposit',
        summary: 'Read a deposit',
        description: 'Answers a deposit of any user and of any status, in the form of the list.',
        params: DepositParams,
        response: { 200: AdminDeposit, ...errorAnswers(404) },
      },
    },
    async ({ params }) => {
      const deposit = await findDetailedDeposit(deps.db, toId(params.id));
      if (deposit === null) throw depositNotFound();
      return depositView(await withRisk(deps, deps.db, DEPOSIT_REFERENCE, deposit));
    },
  );
}

function depositDecisionRoutes(routes: Routes, deps: DecideDeps): void {
  routes.post(
    '/admin/deposits/:id/confirm',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'adminConfirmDeposit',
        summary: 'Credit a deposit by hand',
        description:
          'Credits the payment that waits for a decision, with the amount that has arrived. If none has arrived, ' +
          'credits the amount of the charge; money that arrives later belongs to it and is not credited again. ' +
          'Answers 409 if it is already confirmed, rejected without money, or given back to the payer. The audit ' +
          'trail records the administrator and the reason.',
        params: DepositParams,
        body: DecisionBody,
        response: { 200: AdminDeposit, ...errorAnswers(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const command = decisionOf(request, request.params.id, request.body.reason);
      return depositView(await confirmDeposit(deps, command, onceOf(request, reply, depositView)));
    },
  );

  routes.post(
    '/admin/deposits/:id/reject',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'adminRejectDeposit',
        summary: 'Refuse a deposit by hand',
        description:
          'Credits nothing and dismisses payments that wait for a decision: pay them back at the provider. For a ' +
          'confirmed deposit, only a payment that waits, such as a second one, can be refused; otherwise the answer ' +
          'is 409. Money that arrives later waits for a decision.',
        params: DepositParams,
        body: DecisionBody,
        response: { 200: AdminDeposit, ...errorAnswers(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const command = decisionOf(request, request.params.id, request.body.reason);
      return depositView(await rejectDeposit(deps, command, onceOf(request, reply, depositView)));
    },
  );
}
