import type { Module } from '../../../platform/module.ts';
import { endedOrders, ordersInvariants } from './orders.invariants.ts';
import { ordersConstraintErrors } from './orders.records.ts';
import { ordersAdminRoutes } from './orders.routes.ts';
import type { RunningOrders } from './settle-due-orders.ts';

export {
  FOUND_NOT_BOUGHT,
  LOOK_AGAIN_MS,
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
  orderNotFound,
} from './orders.records.ts';
export { eraseFromAsks } from './orders.sql.ts';
export { createOrders, type RunningOrders, STUCK_MS } from './settle-due-orders.ts';
export { endableAt } from './settle-order.ts';

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
