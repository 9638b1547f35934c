import type { Module } from '../../../platform/module.ts';
import type { RunningOrders } from './create-orders.ts';
import { ordersAdminRoutes } from './orders.admin-routes.ts';
import { ordersConstraintErrors } from './orders.errors.ts';
import { endedOrders, ordersInvariants } from './orders.invariants.ts';

export { createOrders, type RunningOrders } from './create-orders.ts';
export { endableAt } from './end-manually.ts';
export { orderNotFound } from './orders.errors.ts';
export { eraseFromAsks } from './orders.sql.ts';
export {
  FOUND_NOT_BOUGHT,
  type ManualFinding,
  NEVER_ARRIVED,
  NotSent,
  type Order,
  type OrderAnswer,
  type OrderedRecord,
  type OrderKind,
  type OrderOutcome,
  type Orders,
  type OrdersOf,
  type OrderTaken,
} from './orders.types.ts';
export { LOOK_AGAIN_MS } from './second-looks.rules.ts';
export { STUCK_MS } from './settle-due-orders.ts';

/** What is bought or paid outside, once, and settled whatever happens. */
export const orders: Module<{ orders: RunningOrders }> = {
  name: 'orders',
  constraintErrors: ordersConstraintErrors,
  invariants: ordersInvariants,
  decided: endedOrders,
  run: ({ orders: { jobs, measures, endManually, stop } }) => ({
    jobs,
    measures,
    stop,
    http: [
      {
        tag: {
          name: 'orders',
          description: 'Purchases and payments outside, each made once.',
          forAdministrators: 'End an order outside of which nobody can find out by asking what became.',
        },
        admin: (routes) => ordersAdminRoutes(routes, { endManually }),
      },
    ],
  }),
};
