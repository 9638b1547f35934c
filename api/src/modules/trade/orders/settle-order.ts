import type { Clock } from '../../../platform/clock.ts';
import { type Db, transaction } from '../../../platform/database/db.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { raiseAlert, resolveAlert } from '../../people/alerts/index.ts';
import { orderContradicted, stuck } from './orders.alerts.ts';
import { findAnswer, type StoredOrder, updateToSettled } from './orders.sql.ts';
import type { AfterCommit, OrderAnswer, OrderKind } from './orders.types.ts';

export interface OrdersDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
}

/** Kinds know their own orders; whoever passes an order to its kind has looked it up by its name. */
export type AnyKind = OrderKind<unknown, unknown>;

/**
 * The end of an order and all that follows from it, in one transaction, once: the row of the order first, so that of two
 * who have heard the end one waits for the other and finds it done. Gives what it ended with, which is the first that was
 * heard.
 */
export async function settleOrder(
  deps: OrdersDeps,
  kind: AnyKind,
  order: StoredOrder,
  answer: OrderAnswer<unknown>,
): Promise<OrderAnswer<unknown>> {
  const { db, clock, logger } = deps;
  const afterCommit = await transaction(db, async (tx): Promise<AfterCommit | null> => {
    if (!(await updateToSettled(tx, order.id, answer, clock.now()))) return null;
    const after =
      'bought' in answer ? await kind.bought(tx, order, answer.bought) : await kind.refused(tx, order, answer.refused);
    await resolveAlert(tx, stuck(order));
    return after;
  });
  if (afterCommit === null) return compareWithSettled(deps, order, answer);
  try {
    afterCommit();
  } catch (error) {
    // It is settled: who could not be told finds it out by asking.
    logger.error({ err: error, orderId: order.id }, 'What follows the end of an order has failed');
  }
  return answer;
}

async function compareWithSettled(
  { db }: OrdersDeps,
  order: StoredOrder,
  told: OrderAnswer<unknown>,
): Promise<OrderAnswer<unknown>> {
  const settled = await findAnswer(db, order.id);
  if (settled === null) throw new Error(`order ${order.id} is neither sent nor settled`);
  if ('bought' in settled !== 'bought' in told) await raiseAlert(db, orderContradicted(order, settled, told));
  return settled;
}
