import { sql } from '../../../platform/database/sql.ts';
import { toId } from '../../../platform/ids.ts';
import type { Module } from '../../../platform/module.ts';
import { CHECK_TRADE_URL } from '../../people/users/index.ts';
import { eraseFromAsks } from '../orders/index.ts';
import { checkTradeUrl, checkTradeUrls } from './check-trade-urls.ts';
import { decidedItemWithdrawals, itemWithdrawalsInvariants } from './item-withdrawals.invariants.ts';
import {
  withdrawalCancelled,
  withdrawalCompleted,
  withdrawalFailed,
  withdrawalPendingApproval,
  withdrawalTradeSent,
  withdrawalWaitingSeller,
} from './item-withdrawals.messages.ts';
import { itemWithdrawalsConstraintErrors } from './item-withdrawals.records.ts';
import { listOrderIds } from './item-withdrawals.sql.ts';
import { handlePurchases, type PurchaseDeps } from './purchases.ts';
import {
  autoApprovalDailyLimitSetting,
  autoApprovalMinAccountHoursSetting,
  autoApprovalQuietHoursSetting,
  itemWithdrawalsFollow,
} from './request/auto-approval.ts';
import { listsPlayerRoutes, requestPlayerRoutes, trackingPlayerRoutes } from './request/request.routes.ts';
import type { RequestDeps } from './request/request-item-withdrawal.ts';
import type { ApproveDeps, RejectDeps } from './review/decide-item-withdrawal.ts';
import { reviewAdminRoutes } from './review/review.routes.ts';
import { suspendOnReversalSetting } from './tracking/apply-report.ts';
import { type FollowDeps, followFeed } from './tracking/feed.ts';
import { createPollTimer, type PollDeps, watchItemWithdrawals } from './tracking/poll.ts';
import { readUnderWay } from './tracking/tracking.sql.ts';

type ItemWithdrawalsDeps = PurchaseDeps &
  FollowDeps &
  PollDeps &
  Omit<RequestDeps & ApproveDeps & RejectDeps, 'purchases'>;

export const itemWithdrawals: Module<ItemWithdrawalsDeps> = {
  name: 'item-withdrawals',
  personalData: {
    itemWithdrawals: {
      key: 'id',
      rows: (userId) => sql`
        select id, inventory_item_id, item_id, project_id,
          market_id, trade_id, status, auto_approved,
          failure_reason, created_at, completed_at,
          reversed_at
        from market_withdrawals where user_id = ${userId}`,
    },
  },
  unsettled: {
    itemWithdrawals: (userId) => sql`
      select from market_withdrawals
      where user_id = ${userId} and status in ('PENDING_APPROVAL', 'PENDING', 'WAITING_SELLER', 'TRADE_SENT')`,
  },
  follows: itemWithdrawalsFollow,
  settings: [
    autoApprovalDailyLimitSetting,
    autoApprovalMinAccountHoursSetting,
    autoApprovalQuietHoursSetting,
    suspendOnReversalSetting,
  ],
  constraintErrors: itemWithdrawalsConstraintErrors,
  events: [
    withdrawalPendingApproval,
    withdrawalWaitingSeller,
    withdrawalTradeSent,
    withdrawalCompleted,
    withdrawalCancelled,
    withdrawalFailed,
  ],
  invariants: itemWithdrawalsInvariants,
  decided: decidedItemWithdrawals,
  run: (deps) => {
    const purchases = handlePurchases(deps);
    const feed = followFeed(deps);
    const poll = createPollTimer(deps);
    return {
      http: [
        {
          tag: {
            name: 'item-withdrawals',
            description: 'Items that you take out to your Steam account: they are bought for you on the marketplace.',
            forAdministrators: 'Review withdrawals of items.',
          },
          player: (routes) => {
            requestPlayerRoutes(routes, { ...deps, purchases });
            listsPlayerRoutes(routes, deps);
            trackingPlayerRoutes(routes, deps);
          },
          admin: (routes) => {
            reviewAdminRoutes(routes, { ...deps, purchases });
          },
        },
      ],
      jobs: {
        tasks: {
          'watch-withdrawals': () => watchItemWithdrawals(deps),
          'check-trade-urls': () => checkTradeUrls(deps),
          [CHECK_TRADE_URL]: (payload) => checkTradeUrl(deps, toId((payload as { userId: string }).userId)),
        },
        schedule: ['*/10 * * * * watch-withdrawals', '37 * * * * check-trade-urls'],
      },
      measures: [
        {
          name: 'lisura_skin_withdrawals',
          help: 'Withdrawals of items that are under way, by their status',
          labels: ['status'],
          read: async () =>
            (await readUnderWay(deps.db)).map(({ status, count }) => ({ labels: { status }, value: count })),
        },
        {
          name: 'lisura_skin_withdrawals_oldest_age_seconds',
          help: 'How long ago the oldest withdrawal of items under way was asked for, by its status; 0: there is none',
          labels: ['status'],
          read: async () =>
            (await readUnderWay(deps.db)).map(({ status, oldestSeconds }) => ({
              labels: { status },
              value: oldestSeconds,
            })),
        },
      ],
      erase: async (tx, userId) => eraseFromAsks(tx, await listOrderIds(tx, userId), ['partner', 'token']),
      start: () => {
        feed.start();
        poll.start();
      },
      stop: async () => {
        await Promise.all([feed.stop(), poll.stop()]);
      },
    };
  },
};
