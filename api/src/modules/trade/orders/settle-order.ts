import type { Clock } from '../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { raiseAlert, resolveAlert } from '../../people/alerts/index.ts';
import { orderContradicted, stuck } from './orders.alerts.ts';
import { findAnswer, type StoredOrder, updateToSettled } from './orders.sql.ts';
import type { OrderAnswer, OrderKind } from './orders.types.ts';
import { isGivenUp, nextLookAt } from './second-looks.rules.ts';
import { insertSecondLook } from './second-looks.sql.ts';

export interface OrdersDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
}

/** Kinds know their own orders; whoever passes an order to its kind has looked it up by its name. */
export type AnyKind = OrderKind<unknown, unknown, unknown>;

/**
 * The end of an order and all that follows from it, in the caller's transaction, once: the row of the order first, so that
 * of two who have heard the end one waits for the other and finds it done. False where it was.
 */
export async function settleIn(
  tx: Tx,
  { clock }: Pick<OrdersDeps, 'clock'>,
  kind: AnyKind,
  order: StoredOrder,
  answer: OrderAnswer<unknown>,
): Promise<boolean> {
  const settledAt = clock.now();
  // Who found nothing knows nothing of an order that was sent anew since they looked.
  const sentAt = isGivenUp(answer) ? order.sentAt : null;
  const wasNeverSent = isGivenUp(answer) && order.sentAt === null;
  if (!(await updateToSettled(tx, { id: order.id, sentAt, wasNeverSent }, answer, settledAt))) return false;
  if ('bought' in answer) await kind.bought(tx, order, answer.bought);
  else await kind.refused(tx, order, answer.refused);
  const lookAt = isGivenUp(answer) ? nextLookAt(settledAt, settledAt) : null;
  if (lookAt !== null) await insertSecondLook(tx, order.id, lookAt);
  await resolveAlert(tx, stuck(order));
  return true;
}

/** In a transaction of its own. Gives what the order ended with, which is the first that was heard. */
export async function settleOrder(
  deps: OrdersDeps,
  kind: AnyKind,
  order: StoredOrder,
  answer: OrderAnswer<unknown>,
): Promise<OrderAnswer<unknown>> {
  const isFirst = await transaction(deps.db, (tx) => settleIn(tx, deps, kind, order, answer));
  return isFirst ? answer : compareWithSettled(deps, order, answer);
}

async function compareWithSettled(
  { db }: OrdersDeps,
  order: StoredOrder,
  answer: OrderAnswer<unknown>,
): Promise<OrderAnswer<unknown>> {
  const settled = await findAnswer(db, order.id);
  if (settled === null) throw new Error(`order ${order.id} was not sent, or was sent anew since it was looked for`);
  if ('bought' in settled !== 'bought' in answer) await raiseAlert(db, orderContradicted(order, settled, answer));
  return settled;
}
