import type { Db } from '../../../../platform/database/db.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import {
  ActiveWithdrawals,
  activeView,
  HistoryQuery,
  historyPartOf,
  historyView,
  WithdrawalHistory,
} from './lists.schemas.ts';
import { listActive, listHistory } from './lists.sql.ts';

export function listsPlayerRoutes(routes: Routes, { db }: { db: Db }): void {
  routes.get(
    '/inventory/withdrawals/active',
    {
      schema: {
        operationId: 'listActiveItemWithdrawals',
        summary: 'List your item withdrawals that are not over',
        description:
          'Lists every withdrawal that is not COMPLETED, CANCELLED or FAILED, also those that wait for an ' +
          'administrator.',
        response: { 200: ActiveWithdrawals },
      },
    },
    async (request) => ({ withdrawals: (await listActive(db, callerOf(request).userId)).map(activeView) }),
  );

  routes.get(
    '/inventory/withdrawals/history',
    {
      schema: {
        operationId: 'listItemWithdrawals',
        summary: 'List your item withdrawals',
        description: 'Lists your withdrawals of every status, newest first.',
        querystring: HistoryQuery,
        response: { 200: WithdrawalHistory },
      },
    },
    async (request) => {
      const listed = await listHistory(db, callerOf(request).userId, historyPartOf(request.query));
      return { withdrawals: listed.map(historyView) };
    },
  );
}
