import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { listView, walkOf } from '../../../../platform/lists.ts';
import { type InitiateDeps, initiateDeposit } from './charges/initiate-deposit.ts';
import { depositNotFound } from './deposits.errors.ts';
import {
  amountOf,
  DepositParams,
  Deposits,
  depositView,
  InitiateBody,
  OwnDepositsQuery,
  PayableDepositView,
  payableDepositView,
} from './deposits.schemas.ts';
import { findOwnDeposit, listOwnDeposits } from './deposits.sql.ts';

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
        response: { 201: PayableDepositView, ...errorAnswers(409, 422, 503) },
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
        response: { 200: PayableDepositView, ...errorAnswers(404) },
      },
    },
    async (request) => {
      const deposit = await findOwnDeposit(deps.db, callerOf(request).userId, toId(request.params.id));
      if (deposit === null) throw depositNotFound();
      return payableDepositView(deposit);
    },
  );
}
