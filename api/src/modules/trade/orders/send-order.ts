import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Id } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { endsWithin } from '../../../platform/time-limits.ts';
import type { StoredOrder } from './orders.records.ts';
import { NotSent, type OrderAnswer, type OrderOutcome } from './orders.records.ts';
import { findAnswer, findOrder, type Lease, updateToNotSent, updateToSent, updateToUnknown } from './orders.sql.ts';
import { type AnyKind, type OrdersDeps, settleOrder } from './settle-order.ts';

/** What a process has begun with orders, so that it does not stop in the middle of it. */
interface SendsUnderWay {
  /** Given when the process stops: from then on nothing is begun. */
  readonly stopping: AbortSignal;
  /** A stop waits for it. */
  add<Result>(work: Promise<Result>): Promise<Result>;
  /** What takes longer than that is left to the job, as if the process had died. */
  stop(withinMs: number): Promise<void>;
}

export function createSendsUnderWay(logger: Logger): SendsUnderWay {
  const underWay = new Set<Promise<unknown>>();
  const stop = new AbortController();

  /** Also what is begun by the last of them, such as writing again what could not be written. */
  async function allEnded(): Promise<void> {
    while (underWay.size > 0) await Promise.allSettled(underWay);
  }

  return {
    stopping: stop.signal,
    add: (work) => {
      const ended: Promise<unknown> = work.finally(() => underWay.delete(ended));
      underWay.add(ended);
      // Who asked for the work hears how it ended.
      ended.catch(() => undefined);
      return work;
    },
    stop: async (withinMs) => {
      stop.abort();
      if (underWay.size === 0 || (await endsWithin(withinMs, allEnded()))) return;
      logger.warn({ orders: underWay.size }, 'The process stops while orders are being sent: the job looks for them');
    },
  };
}

/** Until so long has passed, or the signal is given; tests wait in their own time. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>;

export interface WritingDeps {
  logger: Logger;
  wait?: Wait;
  sends: SendsUnderWay;
}

/** Together five minutes: as long as a database may be away that starts anew, or whose place another takes. */
const PAUSES_MS: readonly number[] = [1_000, 3_000, 10_000, ...Array<number>(10).fill(30_000)];

const waitOrStop: Wait = (ms, signal) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);

/**
 * Writes what this process knows of an order and nobody may be able to find out by asking. Where that fails it is tried
 * again for some minutes, for which no caller waits: null then. So `write` must be right at any later moment, too.
 */
async function writeSurely<Result>(
  deps: WritingDeps,
  orderId: Id<'order'>,
  write: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await write();
  } catch (error) {
    deps.logger.error({ err: error, orderId }, 'What is known of an order could not be written, and is written later');
    void deps.sends.add(writeLater(deps, orderId, write));
    return null;
  }
}

/** A stop ends the pause, and it is tried for the last time. */
async function writeLater(
  { logger, wait = waitOrStop, sends: { stopping } }: WritingDeps,
  orderId: Id<'order'>,
  write: () => Promise<unknown>,
): Promise<void> {
  for (const pauseMs of PAUSES_MS) {
    await wait(pauseMs, stopping);
    try {
      await write();
      return;
    } catch (error) {
      logger.warn({ err: error, orderId }, 'What is known of an order could still not be written');
    }
    if (stopping.aborted) break;
  }
  logger.error({ orderId }, 'What is known of an order is lost: the job asks the other side');
}

/** Longer than any call outside may take, and what is done before and after it. */
export const LEASE_MS = 60_000;
/** When one is looked for whose answer did not come. At once would be too soon: it may still be on its way. */
export const LOOK_AFTER_MS = 30_000;

interface Leasing {
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
