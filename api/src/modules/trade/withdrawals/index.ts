import { toId } from '../../../platform/ids.ts';
import type { Module } from '../../../platform/module.ts';
import { CHECK_TRADE_URL } from '../../people/users/index.ts';
import { eraseFromAsks } from '../orders/index.ts';
import { checkTradeUrl, checkTradeUrls } from './check-trade-urls.ts';
import { listsPlayerRoutes } from './lists/lists.routes.ts';
import { handlePurchases, type PurchaseDeps } from './purchase/handle-purchases.ts';
import {
  autoApprovalDailyLimitSetting,
  autoApprovalMinAccountHoursSetting,
  autoApprovalQuietHoursSetting,
} from './request/auto-approval-settings.ts';
import { withdrawalsFollow } from './request/person-facts.ts';
import { requestPlayerRoutes } from './request/request.routes.ts';
import type { RequestDeps } from './request/request-withdrawal.ts';
import type { ApproveDeps } from './review/approve-withdrawal.ts';
import type { RejectDeps } from './review/reject-withdrawal.ts';
import { reviewAdminRoutes } from './review/review.admin-routes.ts';
import { type FollowDeps, followFeed } from './tracking/feed/follow-feed.ts';
import { createPollTimer } from './tracking/polling/poll-timer.ts';
import type { PollDeps } from './tracking/polling/poll-withdrawals.ts';
import { watchWithdrawals } from './tracking/polling/watch-withdrawals.ts';
import { suspendOnReversalSetting } from './tracking/reversals/suspend-on-reversal.ts';
import { trackingInvariants } from './tracking/tracking.invariants.ts';
import { trackingMeasures } from './tracking/tracking.measures.ts';
import { trackingPlayerRoutes } from './tracking/tracking.routes.ts';
import { withdrawalsConstraintErrors } from './withdrawals.errors.ts';
import {
  withdrawalCancelled,
  withdrawalCompleted,
  withdrawalFailed,
  withdrawalPendingApproval,
  withdrawalTradeSent,
  withdrawalWaitingSeller,
} from './withdrawals.events.ts';
import { decidedWithdrawals, withdrawalsInvariants } from './withdrawals.invariants.ts';
import { withdrawalsPersonalData, withdrawalsUnsettled } from './withdrawals.personal-data.ts';
import { listOrderIds } from './withdrawals.sql.ts';

type WithdrawalsDeps = PurchaseDeps & FollowDeps & PollDeps & Omit<RequestDeps & ApproveDeps & RejectDeps, 'purchases'>;

/** Items that leave for the Steam accounts of their owners. */
export const withdrawals: Module<WithdrawalsDeps> = {
  name: 'withdrawals',
  personalData: withdrawalsPersonalData,
  unsettled: withdrawalsUnsettled,
  follows: withdrawalsFollow,
  settings: [
    autoApprovalDailyLimitSetting,
    autoApprovalMinAccountHoursSetting,
    autoApprovalQuietHoursSetting,
    suspendOnReversalSetting,
  ],
  constraintErrors: withdrawalsConstraintErrors,
  events: [
    withdrawalPendingApproval,
    withdrawalWaitingSeller,
    withdrawalTradeSent,
    withdrawalCompleted,
    withdrawalCancelled,
    withdrawalFailed,
  ],
  invariants: { ...withdrawalsInvariants, ...trackingInvariants },
  decided: decidedWithdrawals,
  run: (deps) => {
    const purchases = handlePurchases(deps);
    const feed = followFeed(deps);
    const poll = createPollTimer(deps);
    return {
      http: [
        {
          tag: {
            name: 'withdrawals',
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
          'watch-withdrawals': () => watchWithdrawals(deps),
          'check-trade-urls': () => checkTradeUrls(deps),
          [CHECK_TRADE_URL]: (payload) => checkTradeUrl(deps, toId((payload as { userId: string }).userId)),
        },
        schedule: ['*/10 * * * * watch-withdrawals', '37 * * * * check-trade-urls'],
      },
      measures: trackingMeasures(deps),
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
