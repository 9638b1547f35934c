import type { Id } from '../../../platform/ids.ts';
import {
  findAnswer,
  type Lease,
  type StoredOrder,
  updateToNotSent,
  updateToSent,
  updateToUnknown,
} from './orders.sql.ts';
import { NotSent, type OrderAnswer, type OrderOutcome } from './orders.types.ts';
import { type AnyKind, type OrdersDeps, settleOrder } from './settle-order.ts';

/** Longer than any call outside may take, and what is done before and after it. */
export const LEASE_MS = 60_000;
/** When one is looked for whose answer did not come. At once would be too soon: it may still be on its way. */
export const LOOK_AFTER_MS = 30_000;

export interface Leasing {
  /** This process, as no other is called. */
  owner: string;
}

export const leaseFor = ({ clock }: OrdersDeps, { owner }: Leasing, durationMs: number): Lease => ({
  owner,
  until: new Date(clock.now().getTime() + durationMs),
});

/**
 * Sends an order that nobody has sent, once: that it may have been sent is committed first. It throws for nothing: what
 * fails here leaves an order that the job sends, or settles.
 */
export async function sendOrder(
  deps: OrdersDeps & Leasing,
  kind: AnyKind,
  id: Id<'order'>,
): Promise<OrderOutcome<unknown>> {
  const { db, clock, logger } = deps;
  const begunAt = clock.now();
  try {
    const order = await beginSending(deps, { id, kind: kind.kind }, begunAt);
    if (order === null) return (await findAnswer(db, id)) ?? 'UNKNOWN';
    const answer = await askOutside(deps, kind, order);
    return answer === null ? 'UNKNOWN' : await settleOrder(deps, kind, order, answer);
  } catch (error) {
    logger.error({ err: error, orderId: id, kind: kind.kind }, 'An order is left to the job that settles them');
    if (error instanceof NotSent) await undoSending(deps, id, begunAt);
    return 'UNKNOWN';
  }
}

/** Null where somebody else has begun. */
async function beginSending(
  deps: OrdersDeps & Leasing,
  order: Pick<StoredOrder, 'id' | 'kind'>,
  begunAt: Date,
): Promise<StoredOrder | null> {
  const { db, clock } = deps;
  const begun = await updateToSent(db, order, begunAt, leaseFor(deps, deps, LEASE_MS)).catch((error: unknown) => {
    // It may have been written all the same, with the answer lost.
    throw new NotSent('That it is being sent could not be written', { cause: error });
  });
  // A process that stood still since might send what the job has meanwhile looked for, and given up.
  if (begun !== null && clock.now().getTime() - begunAt.getTime() > LEASE_MS / 2) throw new NotSent('It is too late');
  return begun;
}

/** What only the other side can tell needs a person where it does not; so what certainly has not left is not left to that. */
async function undoSending(deps: OrdersDeps & Leasing, id: Id<'order'>, begunAt: Date): Promise<void> {
  await updateToNotSent(deps.db, id, begunAt, leaseFor(deps, deps, LOOK_AFTER_MS)).catch((error: unknown) =>
    deps.logger.error({ err: error, orderId: id }, 'An order that was not sent may look as if it was'),
  );
}

/** Null where no answer came that settles it: also where it says that nothing was sent, since only the other side knows. */
async function askOutside(
  deps: OrdersDeps & Leasing,
  kind: AnyKind,
  order: StoredOrder,
): Promise<OrderAnswer<unknown> | null> {
  let isTaken = false;
  try {
    const answer = await kind.send(order);
    if (answer !== 'TAKEN') return answer;
    isTaken = true;
  } catch (error) {
    if (error instanceof NotSent) throw error;
    deps.logger.warn({ err: error, orderId: order.id, kind: order.kind }, 'What became of an order is not known');
  }
  await updateToUnknown(deps.db, order.id, leaseFor(deps, deps, LOOK_AFTER_MS), isTaken);
  return null;
}
