import type { Module } from '../../../platform/module.ts';
import type { RunningOrders } from './create-orders.ts';
import { ordersInvariants } from './orders.invariants.ts';

export { createOrders, type RunningOrders } from './create-orders.ts';
export type {
  AfterCommit,
  Order,
  OrderAnswer,
  OrderKind,
  OrderOutcome,
  Orders,
  OrdersOf,
  OrderTaken,
} from './orders.types.ts';

/** What is bought or paid outside, once, and settled whatever happens. */
export const orders: Module<{ orders: RunningOrders }> = {
  name: 'orders',
  invariants: ordersInvariants,
  run: (given) => given.orders,
};
