import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { transaction } from '../../../platform/database/db.ts';
import type { Once } from '../../../platform/database/idempotency.ts';
import { setLeaseEnd, takeLease } from '../../../platform/database/one-process.ts';
import type { RunningModule } from '../../../platform/module.ts';
import { raiseAlert } from '../../people/alerts/index.ts';
import type { DecisionDeps } from '../../people/decisions/index.ts';
import {
  isLookOverdue,
  NEVER_ARRIVED,
  nextLookAt,
  type OrderAnswer,
  type OrderKind,
  type OrderOutcome,
  type Orders,
  type OrdersOf,
  type OrderTaken,
  type StoredOrder,
} from './orders.records.ts';
import {
  countOpenOrders,
  deleteLook,
  findAnswer,
  findOrder,
  insertOrder,
  takeDueLook,
  takeDueOrder,
  updateLease,
  updateLookDue,
  updateToUnknown,
} from './orders.sql.ts';
import {
  createSendsUnderWay,
  LEASE_MS,
  LOOK_AFTER_MS,
  leaseFor,
  type SendingDeps,
  sendOrder,
  type WritingDeps,
} from './send-order.ts';
import {
  type AnyKind,
  type EndManuallyCommand,
  endManually,
  givenUpInVain,
  type OrdersDeps,
  orderNotChecked,
  orderOfNobody,
  orderStuck,
  settleOrder,
} from './settle-order.ts';

const ASK_AGAIN_MS = 5 * 60_000;

type LookingDeps = OrdersDeps & { kinds: ReadonlyMap<string, AnyKind> };

/** If a late purchase was made although its record was released, nothing changes, but an alert is raised. */
async function lookAgain(deps: LookingDeps): Promise<boolean> {
  const { db, clock } = deps;
  const now = clock.now();
  const id = await takeDueLook(db, now, new Date(now.getTime() + ASK_AGAIN_MS));
  if (id === null) return false;
  const order = await findOrder(db, id);
  if (order !== null && !(await hasLooked(deps, order))) await leaveIfOverdue(deps, order);
  return true;
}

async function hasLooked(deps: LookingDeps, order: StoredOrder): Promise<boolean> {
  const kind = deps.kinds.get(order.kind);
  if (kind === undefined) return false;
  try {
    await compare(deps, kind, order);
    return true;
  } catch (error) {
    const about = { err: error, orderId: order.id, kind: order.kind };
    deps.logger.warn(about, 'An order that was given up could not be looked for');
    return false;
  }
}

async function leaveIfOverdue({ db, clock }: LookingDeps, order: StoredOrder): Promise<void> {
  if (order.settledAt === null || !isLookOverdue(order.settledAt, clock.now())) return;
  await transaction(db, async (tx) => {
    if (await deleteLook(tx, order.id)) await raiseAlert(tx, orderNotChecked(order));
  });
}

async function compare({ db, clock }: LookingDeps, kind: AnyKind, order: StoredOrder): Promise<void> {
  const askedAt = clock.now();
  const found = await kind.find(order);
  const isThere = found !== null && (found === 'TAKEN' || 'bought' in found);
  if (isThere) await raiseAlert(db, givenUpInVain(order, found === 'TAKEN' ? 'TAKEN' : 'BOUGHT'));
  const next = isThere ? null : nextLookAt(order.settledAt ?? askedAt, askedAt);
  await (next === null ? deleteLook(db, order.id) : updateLookDue(db, order.id, next));
}

const RUN_NAME = 'settle-orders';
const MAX_IN_A_RUN = 100;
const AT_ONCE = 5;
/** Nothing begins later, because the next run is due. */
const RUN_MS = 50_000;
export const STUCK_MS = 10 * 60_000;

type SettlingDeps = SendingDeps & { kinds: ReadonlyMap<string, AnyKind> };

/**
 * Settles orders without an answer, then looks up those that were given up. One run at a time: a slow other side must
 * not take all places of the jobs.
 */
async function settleDueOrders(deps: SettlingDeps): Promise<void> {
  const { db, clock, sends } = deps;
  const turn = { name: RUN_NAME, owner: randomUUID() };
  const startedAt = clock.now();
  if (!(await takeLease(db, { ...turn, until: endOf(startedAt, LEASE_MS) }, startedAt))) return;
  const runEnd = endOf(startedAt, RUN_MS);
  // A process that was away too long stops when it finds another's turn.
  const mayGoOn = async () => {
    const now = clock.now();
    return !sends.stopping.aborted && now < runEnd && setLeaseEnd(db, { ...turn, until: endOf(now, LEASE_MS) });
  };
  try {
    await repeatAtOnce(mayGoOn, () => settleNext(deps));
    await repeatAtOnce(mayGoOn, () => lookAgain(deps));
  } finally {
    await setLeaseEnd(db, { ...turn, until: clock.now() });
  }
}

const endOf = (moment: Date, durationMs: number) => new Date(moment.getTime() + durationMs);

async function repeatAtOnce(mayGoOn: () => Promise<boolean>, work: () => Promise<boolean>): Promise<void> {
  let left = MAX_IN_A_RUN;
  const worker = async () => {
    while (left > 0 && (await mayGoOn())) {
      left -= 1;
      if (!(await work())) return;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function settleNext(deps: SettlingDeps): Promise<boolean> {
  const order = await takeDueOrder(deps.db, deps.clock.now(), leaseFor(deps, deps, LEASE_MS));
  if (order === null) return false;
  await lookAfter(deps, order);
  return true;
}

/** A failure does not hold up the others: the order comes again when its lease ends. */
async function lookAfter(deps: SettlingDeps, order: StoredOrder): Promise<void> {
  const kind = deps.kinds.get(order.kind);
  try {
    if (kind === undefined) return await leaveToOthers(deps, order);
    if (order.status === 'REQUESTED') await sendOrder(deps, kind, order.id);
    else await lookFor(deps, kind, order);
  } catch (error) {
    deps.logger.error({ err: error, orderId: order.id, kind: order.kind }, 'An order could not be settled');
  }
  await notifyIfStuck(deps, order).catch((error: unknown) => deps.logger.error({ err: error }, 'No alert was raised'));
}

async function leaveToOthers(deps: SettlingDeps, order: StoredOrder): Promise<void> {
  await updateLease(deps.db, order.id, leaseFor(deps, deps, LOOK_AFTER_MS));
  await raiseAlert(deps.db, orderOfNobody(order));
}

async function lookFor(deps: SettlingDeps, kind: AnyKind, order: StoredOrder): Promise<void> {
  const answer = await findOutside(deps, kind, order);
  if (answer === null || answer === 'TAKEN') {
    await updateToUnknown(deps.db, order.id, leaseFor(deps, deps, LOOK_AFTER_MS), answer === 'TAKEN');
  } else await settleOrder(deps, kind, order, answer);
}

async function findOutside(
  { clock, logger }: SettlingDeps,
  kind: AnyKind,
  order: StoredOrder,
): Promise<OrderAnswer<unknown> | OrderTaken | null> {
  // The moment of the question counts: a slow answer does not make an order older.
  const sentAgoMs = clock.now().getTime() - (order.sentAt ?? order.requestedAt).getTime();
  try {
    const found = await kind.find(order);
    if (found !== null) return found;
  } catch (error) {
    logger.warn({ err: error, orderId: order.id, kind: order.kind }, 'What became of an order is still not known');
    return null;
  }
  // The other side had the order and lost it, or is not what we think.
  if (order.isTaken) {
    logger.error({ orderId: order.id, kind: order.kind }, 'The other side has taken an order and knows nothing of it');
    return null;
  }
  const isGivenUp = kind.notFoundMs !== null && sentAgoMs >= kind.notFoundMs;
  return isGivenUp ? { refused: NEVER_ARRIVED } : null;
}

async function notifyIfStuck({ db, clock, kinds }: SettlingDeps, order: StoredOrder): Promise<void> {
  if (!kinds.has(order.kind) || clock.now().getTime() - order.requestedAt.getTime() <= STUCK_MS) return;
  if ((await findAnswer(db, order.id)) === null) await raiseAlert(db, orderStuck(order));
}

export interface RunningOrders extends Orders, Required<Pick<RunningModule, 'jobs' | 'measures' | 'stop'>> {
  settleDue(): Promise<void>;
  endManually(command: EndManuallyCommand, once: Once<StoredOrder> | null): Promise<StoredOrder>;
}

export function createOrders(given: OrdersDeps & DecisionDeps & Pick<WritingDeps, 'wait'>): RunningOrders {
  const sends = createSendsUnderWay(given.logger);
  const deps = { ...given, owner: randomUUID(), sends };
  const kinds = new Map<string, AnyKind>();
  const settleDue = () => settleDueOrders({ ...deps, kinds });

  function handle<Ask, Bought, Needed>(kind: OrderKind<Ask, Bought, Needed>): OrdersOf<Ask, Bought> {
    assert(!kinds.has(kind.kind), `orders of the kind ${kind.kind} are handled twice`);
    const any = kind as unknown as AnyKind;
    kinds.set(kind.kind, any);
    return {
      place: (tx, { projectId, ask }) => {
        const lease = leaseFor(deps, deps, LEASE_MS);
        return insertOrder(tx, { kind: kind.kind, projectId, ask }, deps.clock.now(), lease);
      },
      send: async (id) => (await sendOrder(deps, any, id)) as OrderOutcome<Bought>,
    };
  }

  return {
    handle,
    settleDue,
    endManually: (command, once) => endManually({ ...deps, kinds }, command, once),
    jobs: { tasks: { 'settle-orders': settleDue }, schedule: ['* * * * * settle-orders'] },
    measures: measuresOf(deps),
    stop: sends.stop,
  };
}

function measuresOf({ db, clock }: OrdersDeps): RunningOrders['measures'] {
  const labels = ['kind', 'status'] as const;
  const ageSeconds = (since: Date) => Math.max(0, (clock.now().getTime() - since.getTime()) / 1_000);
  return [
    {
      name: 'lisura_orders_open',
      help: 'Orders outside that are not settled, by kind and status',
      labels,
      read: async () =>
        (await countOpenOrders(db)).map(({ kind, status, count }) => ({ labels: { kind, status }, value: count })),
    },
    {
      name: 'lisura_orders_oldest_seconds',
      help: 'Age of the oldest order outside that is not settled, by kind and status',
      labels,
      read: async () =>
        (await countOpenOrders(db)).map(({ kind, status, oldestAt }) => ({
          labels: { kind, status },
          value: ageSeconds(oldestAt),
        })),
    },
  ];
}
