import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import type { PollDeps } from './polling/poll-withdrawals.ts';
import { refreshWithdrawal } from './polling/refresh-withdrawal.ts';
import { RefreshedWithdrawal, RefreshParams, refreshedView } from './tracking.schemas.ts';

export function trackingPlayerRoutes(routes: Routes, deps: PollDeps): void {
  routes.post(
    '/inventory/withdrawals/:id/refresh',
    {
      schema: {
        operationId: 'refreshWithdrawal',
        summary: 'Refresh a withdrawal from the marketplace',
        description:
          'Withdrawals are followed by themselves; this asks now, for one of yours that something was bought for. What ' +
          'has changed is stored, and your sockets hear of it as ever. 500 where the marketplace does not answer, or ' +
          'does not know the trade: nothing has changed then.',
        params: RefreshParams,
        response: { 200: RefreshedWithdrawal, ...errorAnswers(404) },
      },
    },
    async (request) => {
      const command = { withdrawalId: toId<'market-withdrawal'>(request.params.id), userId: callerOf(request).userId };
      return refreshedView(await refreshWithdrawal(deps, command));
    },
  );
}
