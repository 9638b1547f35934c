import { strict as assert } from 'node:assert';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../platform/database/idempotency.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { lockAccount } from '../../assets/wallet/index.ts';
import { type AlertCause, type AlertContent, raiseAlert, resolveAlert } from '../../people/alerts/index.ts';
import { recordAudit } from '../../people/audit/index.ts';
import { type DecisionDeps, requireMayDecide } from '../../people/decisions/index.ts';
import {
  FOUND_NOT_BOUGHT,
  findingIncomplete,
  isGivenUp,
  type ManualFinding,
  nextLookAt,
  type OrderAnswer,
  type OrderKind,
  type OrderTaken,
  orderNotFound,
  orderNotSent,
  orderOfUnknownKind,
  orderSettled,
  orderTooYoung,
  type StoredOrder,
} from './orders.records.ts';
import { findAnswer, findOrder, insertSecondLook, lockOrder, updateToSettled } from './orders.sql.ts';

export interface OrdersDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
}

export type AnyKind = OrderKind<unknown, unknown, unknown>;

/**
 * Settles an order and its record once, in the caller's transaction. The order's row is locked first, so the second of
 * two answers returns false.
 */
async function settleIn(
  tx: Tx,
  { clock }: Pick<OrdersDeps, 'clock'>,
  kind: AnyKind,
  order: StoredOrder,
  answer: OrderAnswer<unknown>,
): Promise<boolean> {
  const settledAt = clock.now();
  // It says nothing of a newer sending.
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

/** The order may be on its way for an hour. One that could not be sent for an hour hardly will be. */
const MANUAL_AFTER_MS = 60 * 60_000;
const ORDER_ENTITY = 'order';

export interface EndManuallyCommand {
  id: Id<'order'>;
  found: ManualFinding | null;
  reason: string;
  actorId: Id<'user'>;
  sessionId?: string;
  ip: string;
}

type EndingDeps = OrdersDeps & DecisionDeps & { kinds: ReadonlyMap<string, AnyKind> };

/**
 * An administrator moves money or items here, so the rules for decisions on money apply. The order is locked as by the
 * job, so an answer comes before or after.
 */
export function endManually(
  deps: EndingDeps,
  command: EndManuallyCommand,
  once: Once<StoredOrder> | null,
): Promise<StoredOrder> {
  return writeOnce(deps.db, once, async (tx) => {
    const order = await lockOrder(tx, command.id);
    const { open, kind } = admit(deps, order, command.found);
    const record = await kind.recordOf(tx, open);
    await lockAccount(tx, record.ownerId);
    await requireMayDecide(deps, tx, command, {
      ...record,
      action: 'end',
      entity: { type: ORDER_ENTITY, id: open.id },
      content: command.found === null ? 'NOT_BOUGHT' : `${command.found.reference} ${command.found.priceCoins ?? ''}`,
    });
    await settle(tx, deps, { open, kind, ownerId: record.ownerId }, command);
    return written(await findOrder(tx, open.id));
  });
}

export const endableAt = ({ requestedAt, sentAt }: Pick<StoredOrder, 'requestedAt' | 'sentAt'>): Date =>
  new Date((sentAt ?? requestedAt).getTime() + MANUAL_AFTER_MS);

interface Admitted {
  open: StoredOrder;
  kind: AnyKind;
}

function admit({ clock, kinds }: EndingDeps, order: StoredOrder | null, found: ManualFinding | null): Admitted {
  if (order === null) throw orderNotFound();
  if (order.settledAt !== null) throw orderSettled(order.status);
  // A process that would send the locked order finds it ended.
  if (order.sentAt === null && found !== null) throw orderNotSent();
  const endsAt = endableAt(order);
  if (clock.now() < endsAt) throw orderTooYoung(endsAt);
  const kind = kinds.get(order.kind);
  if (kind === undefined) throw orderOfUnknownKind(order.kind);
  return { open: order, kind };
}

async function settle(
  tx: Tx,
  deps: EndingDeps,
  { open, kind, ownerId }: Admitted & { ownerId: Id<'user'> },
  { found, reason, actorId, ip }: EndManuallyCommand,
): Promise<void> {
  const isFirst = await settleIn(tx, deps, kind, open, answerOf(kind, open, found));
  assert(isFirst, 'an order was settled by someone without its lock');
  const entity = { type: ORDER_ENTITY, id: open.id };
  const metadata = { kind: open.kind, projectId: open.projectId, found, reason };
  await recordAudit(tx, [{ action: 'ORDER_ENDED_BY_HAND', userId: ownerId, actorId, entity, metadata, ip }]);
}

function answerOf(kind: AnyKind, order: StoredOrder, found: ManualFinding | null): OrderAnswer<unknown> {
  if (found === null) return { refused: FOUND_NOT_BOUGHT };
  const bought = kind.boughtManually?.(order, found) ?? null;
  if (bought === null) throw findingIncomplete();
  return { bought };
}

function written(order: StoredOrder | null): StoredOrder {
  assert(order !== null, 'an order is never deleted');
  return order;
}

type Named = Pick<StoredOrder, 'id' | 'kind' | 'projectId'>;

const detailsOf = ({ id, kind, projectId }: Named) => ({ orderId: id, kind, projectId });

const stuck = ({ id }: Pick<Named, 'id'>): AlertCause => ({ kind: 'ORDER_STUCK', key: id });

export const orderStuck = (order: StoredOrder): AlertContent => ({
  ...stuck(order),
  level: 'CRITICAL',
  title: 'An order is not settled',
  message: `Order ${order.projectId} is ${order.status} since ${order.requestedAt.toISOString()}: ${standOf(order)}`,
  details: { ...detailsOf(order), status: order.status, requestedAt: order.requestedAt.toISOString() },
});

const standOf = ({ status }: StoredOrder) =>
  status === 'REQUESTED'
    ? 'it could not be sent, and nothing can have come of it. That is tried every minute: see whether the other side can be reached, and whether it takes our name and password.'
    : 'the other side has not said what became of it. It is asked every minute; see whether it can be reached, and look the project id up there. Where nobody can find out by asking, end the order by hand (docs/operations.md).';

export const orderOfNobody = (order: StoredOrder): AlertContent => ({
  ...stuck(order),
  level: 'CRITICAL',
  title: 'An order is of a kind that nobody knows',
  message: `Order ${order.projectId} is of the kind ${order.kind}, which no module of the running version settles. Start a version that does.`,
  details: { ...detailsOf(order), status: order.status },
});

/** A settled order stays settled: people decide what follows. */
const contradicted = (order: Named, settled: string, answer: string): AlertContent => ({
  kind: 'ORDER_CONTRADICTED',
  key: order.id,
  level: 'CRITICAL',
  title: 'An order was settled otherwise than the other side says',
  message: `Order ${order.projectId} is settled as ${settled}, and the other side now says that it is ${answer}. Nothing was changed: look the project id up there, and make good what is wrong.`,
  details: { ...detailsOf(order), settled, told: answer },
});

const orderContradicted = (order: Named, settled: OrderAnswer<unknown>, answer: OrderAnswer<unknown>) =>
  contradicted(order, wordOf(settled), wordOf(answer));

export const givenUpInVain = (order: Named, answer: 'BOUGHT' | OrderTaken) => contradicted(order, 'REFUSED', answer);

export const orderNotChecked = (order: Named): AlertContent => ({
  kind: 'ORDER_NOT_CHECKED',
  key: order.id,
  level: 'WARNING',
  title: 'An order that was given up could not be looked for again',
  message: `Order ${order.projectId} is settled as REFUSED because the other side did not know it or an administrator said so, and for hours nobody could ask whether that is still so. It is not asked for again: look the project id up there.`,
  details: detailsOf(order),
});

const wordOf = (answer: OrderAnswer<unknown>) => ('bought' in answer ? 'BOUGHT' : 'REFUSED');
