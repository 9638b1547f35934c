import type { Db } from '../../../platform/database/db.ts';
import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { onceOf } from '../../../platform/http/once.ts';
import { errorAnswers } from '../../../platform/http/openapi/openapi.ts';
import { type Id, toId } from '../../../platform/ids.ts';
import { listView, walkOf } from '../../../platform/lists.ts';
import { formatBrl } from '../../../platform/money.ts';
import type { Push } from '../../../platform/realtime/events.ts';
import { type DecisionDeps, requireMayDecide } from '../../people/decisions/index.ts';
import { adjustBalance } from './ledger.ts';
import {
  readBalancesAfter,
  readLedger,
  readReferenceStatuses,
  readStatement,
  type StatusesByReference,
} from './statements.ts';
import {
  AdjustedBalance,
  AdjustmentBody,
  AdjustmentParams,
  Balance,
  changeOf,
  filterOf,
  lineView,
  type Standing,
  StatementParams,
  type TransferSchemas,
} from './wallet.records.ts';

interface WalletRoutesDeps {
  db: Db;
  readStanding(userId: Id<'user'>): Promise<Standing | undefined>;
  referenceStatuses: StatusesByReference;
  schemas: TransferSchemas;
}

const NOTHING: Standing = { balanceCents: 0n, debtCents: 0n };

export function walletPlayerRoutes(routes: Routes, deps: WalletRoutesDeps): void {
  routes.get(
    '/user/balance',
    {
      schema: {
        operationId: 'getBalance',
        summary: 'Read your balance',
        description:
          'Answers the money that you can spend, in BRL cents and as text. A user who owes for a deposit that was ' +
          'given back has nothing to spend: `debtCents` is the debt, and the next income pays it first.',
        response: { 200: Balance },
      },
    },
    async (request) => {
      const { balanceCents, debtCents } = (await deps.readStanding(callerOf(request).userId)) ?? NOTHING;
      const balance = { balanceCents, balanceFormatted: formatBrl(balanceCents) };
      return debtCents === 0n ? balance : { ...balance, debtCents };
    },
  );

  routes.get(
    '/payment/transactions',
    {
      schema: {
        operationId: 'listTransactions',
        summary: 'List your transactions',
        description:
          'Lists every change of your balance, newest first, of every type or of one, or of some days of São Paulo. ' +
          'Money set aside for a withdrawal leaves the balance at once; its payment is then listed as NEUTRAL. Lines ' +
          'of deposits and withdrawals have their status, and every line has the balance after it; `GET ' +
          '/api/payment/deposits` also lists deposits that were never paid.',
        querystring: deps.schemas.TransfersQuery,
        response: { 200: deps.schemas.Transfers },
      },
    },
    async (request) => {
      const page = walkOf(request.query);
      const filter = filterOf(request.query);
      const { userId } = callerOf(request);
      const { rows, total } = await readStatement(deps.db, userId, filter, page);
      const [statusOf, balanceAfter] = await Promise.all([
        readReferenceStatuses(deps.db, rows, deps.referenceStatuses),
        readBalancesAfter(deps.db, userId, rows),
      ]);
      return listView(
        rows.map((row) => ({ ...lineView(row), referenceStatus: statusOf(row), balanceAfterCents: balanceAfter(row) })),
        page,
        total,
      );
    },
  );
}

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
      return listView(rows.map(lineView), page, total);
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
        rows.map((row) => ({ ...lineView(row), balanceAfterCents: balanceAfter(row) })),
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
        response: { 200: AdjustedBalance, ...errorAnswers(403, 404, 409, 422) },
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
      return adjustBalance(
        deps,
        {
          userId,
          changeCents,
          reason,
          actorId,
          ip: request.ip,
          authorise: (tx) => requireMayDecide(deps, tx, decider, decision),
        },
        onceOf(request, reply, (adjusted) => adjusted),
      );
    },
  );
}
