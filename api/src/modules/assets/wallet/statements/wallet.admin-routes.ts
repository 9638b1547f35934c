import type { Db } from '../../../../platform/database/db.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { listView, walkOf } from '../../../../platform/lists.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import { type DecisionDeps, requireMayDecide } from '../../../people/decisions/index.ts';
import { adjustBalance } from '../adjust-balance.ts';
import { readBalancesAfter, readLedger, readStatement } from './list-transfers.ts';
import { adminTransferView, filterOf, StatementParams, type TransferSchemas } from './transfers.schemas.ts';
import {
  AdjustedBalanceView,
  AdjustmentBody,
  AdjustmentParams,
  adjustedBalanceView,
  changeOf,
} from './wallet.schemas.ts';

interface AdminDeps extends DecisionDeps {
  db: Db;
  push: Pick<Push, 'toUser'>;
  schemas: TransferSchemas;
}

export function walletAdminRoutes(routes: Routes, deps: AdminDeps): void {
  ledgerRoutes(routes, deps);
  balanceRoute(routes, deps);
}

function ledgerRoutes(routes: Routes, { db, schemas }: AdminDeps): void {
  const { AdminTransfers, LedgerQuery, TransfersQuery, UserTransfers } = schemas;

  routes.get(
    '/admin/transactions',
    {
      schema: {
        operationId: 'listAllTransactions',
        summary: 'List the transactions of all users',
        description:
          'Lists the transfers of all users or of one, newest first, of every type or of one, or of some days of São ' +
          'Paulo. The total is exact. Use `before` to go far back.',
        querystring: LedgerQuery,
        response: { 200: AdminTransfers },
      },
    },
    async ({ query }) => {
      const page = walkOf(query);
      const userId = query.userId === undefined ? undefined : toId<'user'>(query.userId);
      const { rows, total } = await readLedger(db, userId, filterOf(query), page);
      return listView(rows.map(adminTransferView), page, total);
    },
  );

  routes.get(
    '/admin/users/:userId/transactions',
    {
      schema: {
        operationId: 'listUserTransactions',
        summary: 'List the transactions of a user',
        description:
          "Lists the transfers of one user, newest first, with the same filters as the user's own list, and with the " +
          'balance after each.',
        params: StatementParams,
        querystring: TransfersQuery,
        response: { 200: UserTransfers, ...errorAnswers(404) },
      },
    },
    async ({ params, query }) => {
      const page = walkOf(query);
      const userId = toId<'user'>(params.userId);
      const { rows, total } = await readStatement(db, userId, filterOf(query), page);
      const balanceAfter = await readBalancesAfter(db, userId, rows);
      return listView(
        rows.map((row) => ({ ...adminTransferView(row), balanceAfterCents: balanceAfter(row) })),
        page,
        total,
      );
    },
  );
}

function balanceRoute(routes: Routes, deps: AdminDeps): void {
  routes.post(
    '/admin/users/:id/balance',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'adjustBalance',
        summary: 'Adjust the balance of a user',
        description:
          'Writes a transfer of type ADMIN_ADJUSTMENT between the house and the user, and an entry in the audit ' +
          'trail. An adjustment that would take the balance below zero is refused. Takes an `Idempotency-Key`.',
        params: AdjustmentParams,
        body: AdjustmentBody,
        response: { 200: AdjustedBalanceView, ...errorAnswers(403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { amountCents, reason } = request.body;
      const { userId: actorId, sessionId } = callerOf(request);
      const userId = toId<'user'>(request.params.id);
      const changeCents = changeOf(amountCents);
      const decider = { actorId, sessionId, ip: request.ip, reason };
      const decision = {
        ownerId: userId,
        amountCents: changeCents < 0n ? -changeCents : changeCents,
        action: 'adjust',
        entity: { type: 'user', id: userId },
        content: changeCents.toString(),
      };
      const adjusted = await adjustBalance(
        deps,
        {
          userId,
          changeCents,
          reason,
          actorId,
          ip: request.ip,
          authorise: (tx) => requireMayDecide(deps, tx, decider, decision),
        },
        onceOf(request, reply, adjustedBalanceView),
      );
      return adjustedBalanceView(adjusted);
    },
  );
}
