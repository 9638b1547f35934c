import type { Module } from '../../../platform/module.ts';
import { listsPlayerRoutes } from './lists/index.ts';
import { handlePurchases, type PurchaseDeps } from './purchase/index.ts';
import {
  autoApprovalDailyLimitSetting,
  autoApprovalMinAccountHoursSetting,
  autoApprovalQuietHoursSetting,
  type RequestDeps,
  requestPlayerRoutes,
} from './request/index.ts';
import { type ApproveDeps, type RejectDeps, reviewAdminRoutes } from './review/index.ts';
import { withdrawalsConstraintErrors } from './withdrawals.errors.ts';
import {
  withdrawalCancelled,
  withdrawalCompleted,
  withdrawalFailed,
  withdrawalPendingApproval,
  withdrawalTradeSent,
  withdrawalWaitingSeller,
} from './withdrawals.events.ts';
import { withdrawalsInvariants } from './withdrawals.invariants.ts';

type Given = PurchaseDeps & Omit<RequestDeps & ApproveDeps & RejectDeps, 'purchases'>;

/** Items that leave for the Steam accounts of their owners. */
export const withdrawals: Module<Given> = {
  name: 'withdrawals',
  settings: [autoApprovalDailyLimitSetting, autoApprovalMinAccountHoursSetting, autoApprovalQuietHoursSetting],
  constraintErrors: withdrawalsConstraintErrors,
  events: [
    withdrawalPendingApproval,
    withdrawalWaitingSeller,
    withdrawalTradeSent,
    withdrawalCompleted,
    withdrawalCancelled,
    withdrawalFailed,
  ],
  invariants: withdrawalsInvariants,
  run: (given) => {
    const deps = { ...given, purchases: handlePurchases(given) };
    return {
      http: [
        {
          tag: {
            name: 'withdrawals',
            description: 'Items that you take out to your Steam account: they are bought for you on the marketplace.',
            forAdministrators: 'Review withdrawals of items.',
          },
          player: (routes) => {
            requestPlayerRoutes(routes, deps);
            listsPlayerRoutes(routes, deps);
          },
          admin: (routes) => reviewAdminRoutes(routes, deps),
        },
      ],
    };
  },
};
