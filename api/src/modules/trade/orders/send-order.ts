import { randomUUID } from 'node:crypto';
import type { Id } from '../../../platform/ids.ts';
import {
  findAnswer,
  findOrder,
  type Lease,
  type StoredOrder,
  updateToNotSent,
  updateToSent,
  updateToUnknown,
} from './orders.sql.ts';
import { NotSent, type OrderAnswer, type OrderOutcome } from './orders.types.ts';
import { type AnyKind, type OrdersDeps, settleOrder } from './settle-order.ts';
import { type WritingDeps, writeSurely } from './write-surely.ts';

/** Longer than any call outside may take, and what is done before and after it. */
export const LEASE_MS = 60_000;
/** When one is looked for whose answer did not come. At once would be too soon: it may still be on its way. */
export const LOOK_AFTER_MS = 30_000;

export interface Leasing {
  /** This process, as no other is called. */
  owner: string;
}

export type SendingDeps = OrdersDeps & Leasing & WritingDeps;

export const leaseFor = ({ clock }: OrdersDeps, { owner }: Leasing, durationMs: number): Lease => ({
  owner,
  until: new Date(clock.now().getTime() + durationMs),
});

/**
 * Sends an order that nobody has sent, once: that it may have been sent is committed first. It throws for nothing: what
 * fails here leaves an order that the job sends, or settles. A process that stops begins none.
 */
export async function sendOrder(deps: SendingDeps, kind: AnyKind, id: Id<'order'>): Promise<OrderOutcome<unknown>> {
  return deps.sends.stopping.aborted ? 'UNKNOWN' : deps.sends.add(sendNow(deps, kind, id));
}

async function sendNow(deps: SendingDeps, kind: AnyKind, id: Id<'order'>): Promise<OrderOutcome<unknown>> {
  const { db, clock, logger } = deps;
  const begunAt = clock.now();
  try {
    const begun = await beginSending(deps, kind, id, begunAt);
    if (begun === null) return (await findAnswer(db, id)) ?? 'UNKNOWN';
    const answer = await askOutside(deps, kind, begun);
    if (answer === null) return 'UNKNOWN';
    return (await writeSurely(deps, id, () => settleOrder(deps, kind, begun.order, answer))) ?? 'UNKNOWN';
  } catch (error) {
    logger.error({ err: error, orderId: id, kind: kind.kind }, 'An order is left to the job that settles them');
    if (error instanceof NotSent) await writeSurely(deps, id, () => undoSending(deps, id, begunAt));
    return 'UNKNOWN';
  }
}

interface Begun {
  order: StoredOrder;
  /** What the kind has prepared. */
  needed: unknown;
}

/** Null where somebody else has begun. */
async function beginSending(deps: SendingDeps, kind: AnyKind, id: Id<'order'>, begunAt: Date): Promise<Begun | null> {
  const { db, clock } = deps;
  const prepared = await prepare(deps, kind, id);
  if (prepared === null) return null;
  const lease = leaseFor(deps, deps, LEASE_MS);
  const order = await updateToSent(db, { id, kind: kind.kind }, begunAt, lease).catch((error: unknown) => {
    // It may have been written all the same, with the answer lost.
    throw new NotSent('That it is being sent could not be written', { cause: error });
  });
  if (order === null) return null;
  // A process that stood still since might send what the job has meanwhile looked for, and given up.
  if (clock.now().getTime() - begunAt.getTime() > LEASE_MS / 2) throw new NotSent('It is too late');
  return { order, ...prepared };
}

/** What fails here leaves an order of which everybody can see that it was not sent. Null where it is not to be sent. */
async function prepare({ db }: SendingDeps, kind: AnyKind, id: Id<'order'>): Promise<{ needed: unknown } | null> {
  if (kind.prepare === undefined) return { needed: undefined };
  const order = await findOrder(db, id);
  return order?.status === 'REQUESTED' ? { needed: await kind.prepare(order) } : null;
}

/**
 * What only the other side can tell needs a person where it does not; so what certainly has not left is not left to that.
 * Under the lease of nobody: a change to SENT that is still on its way would find it taken.
 */
const undoSending = (deps: SendingDeps, id: Id<'order'>, begunAt: Date): Promise<void> =>
  updateToNotSent(
    deps.db,
    id,
    { sentAt: begunAt, by: deps.owner },
    leaseFor(deps, { owner: randomUUID() }, LOOK_AFTER_MS),
  );

/** Null where no answer came that settles it: what the other side has heard of, only the other side knows. */
async function askOutside(
  deps: SendingDeps,
  kind: AnyKind,
  { order, needed }: Begun,
): Promise<OrderAnswer<unknown> | null> {
  let isTaken = false;
  try {
    const answer = await kind.send(order, needed);
    if (answer !== 'TAKEN') return answer;
    isTaken = true;
  } catch (error) {
    if (error instanceof NotSent) throw error;
    deps.logger.warn({ err: error, orderId: order.id, kind: order.kind }, 'What became of an order is not known');
  }
  await updateToUnknown(deps.db, order.id, leaseFor(deps, deps, LOOK_AFTER_MS), isTaken);
  return null;
}
