import type { Db } from '../../../../platform/database/db.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import type { Id } from '../../../../platform/ids.ts';
import { listView, walkOf } from '../../../../platform/lists.ts';
import type { Standing } from '../wallet.sql.ts';
import { readBalancesAfter, readReferenceStatuses, readStatement, type StatusesByReference } from './list-transfers.ts';
import { filterOf, type TransferSchemas, transferView } from './transfers.schemas.ts';
import { OwnBalanceView, ownBalanceView } from './wallet.schemas.ts';

export interface WalletRoutesDeps {
  db: Db;
  readBalance(userId: Id<'user'>): Promise<Standing>;
  referenceStatuses: StatusesByReference;
  schemas: TransferSchemas;
}

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
        response: { 200: OwnBalanceView },
      },
    },
    async (request) => ownBalanceView(await deps.readBalance(callerOf(request).userId)),
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
        rows.map((row) => transferView(row, statusOf(row), balanceAfter(row))),
        page,
        total,
      );
    },
  );
}
