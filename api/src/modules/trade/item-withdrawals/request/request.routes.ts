import type { Db } from '../../../../platform/database/db.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { rarityColorOf } from '../../../assets/items/index.ts';
import {
  ActiveItemWithdrawals,
  HISTORY_LIMIT,
  HistoryQuery,
  ItemWithdrawalHistory,
  ItemWithdrawalParams,
  type ListedItemWithdrawal,
  PlayerItemWithdrawal,
  RefreshedItemWithdrawal,
} from '../item-withdrawals.records.ts';
import { PLAYER_SENTENCES, stepsOf } from '../item-withdrawals.rules.ts';
import { listActive, listHistory } from '../item-withdrawals.sql.ts';
import { type PollDeps, refreshItemWithdrawal } from '../tracking/poll.ts';
import { WithdrawalAnswer, WithdrawParams, withdrawalAnswer } from './request.records.ts';
import {
  type CancelDeps,
  cancelItemWithdrawal,
  type RequestDeps,
  requestItemWithdrawal,
} from './request-item-withdrawal.ts';

const viewOf = (withdrawal: ListedItemWithdrawal) => ({
  ...withdrawal,
  itemRarityColor: rarityColorOf(withdrawal.itemRarity),
  playerMessage: PLAYER_SENTENCES[withdrawal.status],
  steps: stepsOf(withdrawal),
});

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
      return withdrawalAnswer(await requestItemWithdrawal(deps, command, onceOf(request, reply, withdrawalAnswer)));
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
        params: ItemWithdrawalParams,
        response: { 200: PlayerItemWithdrawal, ...errorAnswers(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const id = toId<'itemWithdrawal'>(request.params.id);
      const command = { id, userId: callerOf(request).userId, ip: request.ip };
      return viewOf(await cancelItemWithdrawal(deps, command, onceOf(request, reply, viewOf)));
    },
  );
}

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
        response: { 200: ActiveItemWithdrawals },
      },
    },
    async (request) => ({ withdrawals: (await listActive(db, callerOf(request).userId)).map(viewOf) }),
  );

  routes.get(
    '/inventory/withdrawals/history',
    {
      schema: {
        operationId: 'listItemWithdrawals',
        summary: 'List your item withdrawals',
        description: 'Lists your withdrawals of every status, newest first.',
        querystring: HistoryQuery,
        response: { 200: ItemWithdrawalHistory },
      },
    },
    async (request) => {
      const { limit = HISTORY_LIMIT, offset = 0 } = request.query;
      const listed = await listHistory(db, callerOf(request).userId, { limit, offset });
      return { withdrawals: listed.map(viewOf) };
    },
  );
}

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
