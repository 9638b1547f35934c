import type { Module } from '../../../platform/module.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { Orders } from '../orders/index.ts';
import {
  type DeskDeps,
  type PlayerDeps,
  payoutKind,
  payoutsAdminRoutes,
  payoutsConstraintErrors,
  payoutsInvariants,
  payoutsJobs,
  payoutsPlayerRoutes,
  payoutsSettings,
  type WatchDeps,
} from './payouts/index.ts';
import type { Pix } from './pix/index.ts';

export { createPix, type Pix } from './pix/index.ts';

interface PaymentsGiven extends PlayerDeps, DeskDeps, WatchDeps {
  settings: PlayerDeps['settings'] & WatchDeps['settings'];
  logger: Logger;
  orders: Orders;
  /** Null: there is no payment provider, and administrators pay by hand. */
  pix: Pix | null;
}

/** Money in and out. */
export const payments: Module<PaymentsGiven> = {
  name: 'payments',
  settings: payoutsSettings,
  constraintErrors: payoutsConstraintErrors,
  invariants: payoutsInvariants,
  run: (given) => {
    const { orders, pix } = given;
    const payoutOrders = pix && orders.handle(payoutKind(given, pix));
    return {
      http: [
        {
          tag: {
            name: 'payment',
            description: 'Money out of your balance, by Pix.',
            forAdministrators: 'Money withdrawals.',
          },
          player: (routes) => payoutsPlayerRoutes(routes, given),
          admin: (routes) => payoutsAdminRoutes(routes, { ...given, payoutOrders }),
        },
      ],
      jobs: payoutsJobs(given),
    };
  },
};
