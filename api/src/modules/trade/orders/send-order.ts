import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Id } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { endsWithin } from '../../../platform/time-limits.ts';
import type { StoredOrder } from './orders.records.ts';
import { NotSent, type OrderAnswer, type OrderOutcome } from './orders.records.ts';
import { findAnswer, findOrder, type Lease, updateToNotSent, updateToSent, updateToUnknown } from './orders.sql.ts';
import { type AnyKind, type OrdersDeps, settleOrder } from './settle-order.ts';

interface SendsUnderWay {
  readonly stopping: AbortSignal;
  add<Result>(work: Promise<Result>): Promise<Result>;
  /** The job finishes longer work, as if the process had died. */
  stop(withinMs: number): Promise<void>;
}

export function createSendsUnderWay(logger: Logger): SendsUnderWay {
  const underWay = new Set<Promise<unknown>>();
  const stop = new AbortController();

  /** Work may begin other work, such as a repeated write. */
  async function allEnded(): Promise<void> {
    while (underWay.size > 0) await Promise.allSettled(underWay);
  }

  return {
    stopping: stop.signal,
    add: (work) => {
      const ended: Promise<unknown> = work.finally(() => underWay.delete(ended));
      underWay.add(ended);
      // The caller of `add` handles the error.
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

export type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>;

export interface WritingDeps {
  logger: Logger;
  wait?: Wait;
  sends: SendsUnderWay;
}

/** The sum is five minutes: a database may be away so long while it restarts or fails over. */
const PAUSES_MS: readonly number[] = [1_000, 3_000, 10_000, ...Array<number>(10).fill(30_000)];

const waitOrStop: Wait = (ms, signal) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);

/**
 * Only this process may know the result, so a failed write is repeated for minutes. The caller gets null meanwhile.
 * `write` must be right at any later moment.
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

/** It covers the longest call and the work around it. */
export const LEASE_MS = 60_000;
/** An order without an answer may still be on its way. */
export const LOOK_AFTER_MS = 30_000;

interface Leasing {
  owner: string;
}

export type SendingDeps = OrdersDeps & Leasing & WritingDeps;

export const leaseFor = ({ clock }: OrdersDeps, { owner }: Leasing, durationMs: number): Lease => ({
  owner,
  until: new Date(clock.now().getTime() + durationMs),
});

/**
 * SENT is committed before the order is sent. It never throws: the job sends or settles what fails. A stopping process
 * sends none.
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
  needed: unknown;
}

async function beginSending(deps: SendingDeps, kind: AnyKind, id: Id<'order'>, begunAt: Date): Promise<Begun | null> {
  const { db, clock } = deps;
  const prepared = await prepare(deps, kind, id);
  if (prepared === null) return null;
  const lease = leaseFor(deps, deps, LEASE_MS);
  const order = await updateToSent(db, { id, kind: kind.kind }, begunAt, lease).catch((error: unknown) => {
    // The write may have succeeded.
    throw new NotSent('That it is being sent could not be written', { cause: error });
  });
  if (order === null) return null;
  // The job may have given the order up while this process stood still.
  if (clock.now().getTime() - begunAt.getTime() > LEASE_MS / 2) throw new NotSent('It is too late');
  return { order, ...prepared };
}

/**
 * A failure here leaves the order REQUESTED, which proves that it was not sent. Returns null if it is not to be sent.
 */
async function prepare({ db }: SendingDeps, kind: AnyKind, id: Id<'order'>): Promise<{ needed: unknown } | null> {
  if (kind.prepare === undefined) return { needed: undefined };
  const order = await findOrder(db, id);
  return order?.status === 'REQUESTED' ? { needed: await kind.prepare(order) } : null;
}

/**
 * An order that was certainly not sent must not need a person. Nobody owns the new lease, so a late change to SENT does
 * not fit.
 */
const undoSending = (deps: SendingDeps, id: Id<'order'>, begunAt: Date): Promise<void> =>
  updateToNotSent(
    deps.db,
    id,
    { sentAt: begunAt, by: deps.owner },
    leaseFor(deps, { owner: randomUUID() }, LOOK_AFTER_MS),
  );

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
