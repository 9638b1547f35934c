import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { ItemWithdrawalParams, RefreshedItemWithdrawal } from '../item-withdrawals.records.ts';
import { type PollDeps, refreshItemWithdrawal } from './poll.ts';

export function trackingPlayerRoutes(routes: Routes, deps: PollDeps): void {
  routes.post(
    '/inventory/withdrawals/:id/refresh',
    {
      schema: {
        operationId: 'refreshWithdrawal',
        summary: 'Refresh a withdrawal from the marketplace',
        description:
          'The server follows withdrawals by itself; this asks the marketplace now, for a withdrawal of yours with a ' +
          'purchase. Changes are stored, and your sockets are sent them as usual. Answers 500 if the marketplace ' +
          'does not answer, or does not know the trade: nothing has changed then.',
        params: ItemWithdrawalParams,
        response: { 200: RefreshedItemWithdrawal, ...errorAnswers(404) },
      },
    },
    async (request) => {
      const command = { withdrawalId: toId<'itemWithdrawal'>(request.params.id), userId: callerOf(request).userId };
      return refreshItemWithdrawal(deps, command);
    },
  );
}
