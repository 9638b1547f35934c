import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { historyView, PastWithdrawal } from '../lists/lists.schemas.ts';
import { type CancelDeps, cancelWithdrawal } from './cancel-withdrawal.ts';
import { CancelParams, WithdrawalAnswer, WithdrawParams, withdrawalAnswer } from './request.schemas.ts';
import { type RequestDeps, requestWithdrawal } from './request-withdrawal.ts';

export function requestPlayerRoutes(routes: Routes, deps: RequestDeps & CancelDeps): void {
  routes.post(
    '/inventory/:id/withdraw',
    {
      config: { limits: ['market'], repeatable: true },
      schema: {
        operationId: 'withdrawItem',
        summary: 'Withdraw an item to your Steam account',
        description:
          'Buys the item on the marketplace for you; its seller then sends it to your trade URL. The price is looked ' +
          'up first: if it is too high, the item is not for sale or the marketplace does not answer, nothing happens ' +
          'and `canWithdraw` is false. Otherwise the item is LOCKED and bought at once, or after a review by an ' +
          'administrator (`autoApproved`). Sockets are sent `withdrawal:waiting_seller`, `withdrawal:failed` or ' +
          '`withdrawal:pending_approval`, and `withdrawal:*` as it goes on. Answers 409 while another request for ' +
          'the item is under way.',
        params: WithdrawParams,
        response: { 200: WithdrawalAnswer, ...errorAnswers(403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const command = {
        userId: callerOf(request).userId,
        inventoryItemId: toId<'inventoryItem'>(request.params.id),
        ip: request.ip,
      };
      return withdrawalAnswer(await requestWithdrawal(deps, command, onceOf(request, reply, withdrawalAnswer)));
    },
  );

  routes.post(
    '/inventory/withdrawals/:id/cancel',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'cancelItemWithdrawal',
        summary: 'Cancel the withdrawal of an item',
        description:
          'You can cancel while it waits for review (PENDING_APPROVAL), since nothing was bought. The item is ' +
          'AVAILABLE at once, and your sockets are sent `withdrawal:cancelled`. Answers 409 once it is approved, or ' +
          'if it has ended.',
        params: CancelParams,
        response: { 200: PastWithdrawal, ...errorAnswers(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const id = toId<'itemWithdrawal'>(request.params.id);
      const command = { id, userId: callerOf(request).userId, ip: request.ip };
      return historyView(await cancelWithdrawal(deps, command, onceOf(request, reply, historyView)));
    },
  );
}
