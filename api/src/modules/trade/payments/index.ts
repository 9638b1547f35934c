import type { Module } from '../../../platform/module.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import {
  type DeskDeps,
  type PlayerDeps,
  payoutsAdminRoutes,
  payoutsConstraintErrors,
  payoutsInvariants,
  payoutsJobs,
  payoutsPlayerRoutes,
  payoutsSettings,
  type WatchDeps,
} from './payouts/index.ts';

type PaymentsGiven = PlayerDeps & DeskDeps & WatchDeps & { logger: Logger };

/** Money in and out. */
export const payments: Module<PaymentsGiven> = {
  name: 'payments',
  settings: payoutsSettings,
  constraintErrors: payoutsConstraintErrors,
  invariants: payoutsInvariants,
  run: (given) => {
    const desk = { ...given, payoutOrders: null };
    return {
      http: [
        {
          tag: {
            name: 'payment',
            description: 'Money out of your balance, by Pix.',
            forAdministrators: 'Money withdrawals.',
          },
          player: (routes) => payoutsPlayerRoutes(routes, given),
          admin: (routes) => payoutsAdminRoutes(routes, desk),
        },
      ],
      jobs: payoutsJobs(given),
    };
  },
};
