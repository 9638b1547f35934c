import type { Clock } from '../../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import type { Measure } from '../../../../platform/observability/metrics.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { notifyBalance, releaseHold, settleHold } from '../../../assets/wallet/index.ts';
import { raiseAlert, resolveAlert } from '../../../people/alerts/index.ts';
import { type NotifyUser, withdrawalFailed } from '../../../people/notifications/index.ts';
import { cancelFaultOf, isDue, payoutNotFound, stepRefused } from './payout-steps.records.ts';
import { PAYOUT_ENTITY, type Payout, withdrawReviewHoursSetting } from './payouts.records.ts';
import {
  countOpenPayouts,
  countWaitingPayouts,
  listDuePayouts,
  lockPayout,
  type PayoutEnd,
  updateToEnded,
} from './payouts.sql.ts';

export interface ReturnedPayout {
  payout: Payout;
  balanceCents: Cents;
}

const WHY = {
  REJECTED: 'recusado',
  EXPIRED: 'não confirmado a tempo',
  CANCELLED: 'cancelado',
} as const;

type Return = Omit<PayoutEnd, 'id' | 'endToEndId'> & { status: keyof typeof WHY };

/** The withdrawal must be locked and open. The account is locked after it, then the hold. */
export async function returnMoney(tx: Tx, { id, holdId }: Payout, end: Return): Promise<ReturnedPayout> {
  const reason = `Saque ${id} ${WHY[end.status]}`;
  const [{ balanceCents }, payout] = await Promise.all([
    releaseHold(tx, holdId, { reason, reference: { type: PAYOUT_ENTITY, id } }),
    updateToEnded(tx, { id, ...end }),
  ]);
  return { payout, balanceCents };
}

/** After the commit. */
function notifyReturned(push: Pick<Push, 'toUser'>, { payout, balanceCents }: ReturnedPayout): void {
  notifyBalance(push, payout.userId, balanceCents);
}

interface Payment {
  paidAt: Date;
  /** Null if the provider paid it. */
  paidBy: Id<'user'> | null;
  endToEndId: string | null;
}

/** The withdrawal must be locked and approved. The account is locked after it, then the hold. */
export async function settlePayout(
  tx: Tx,
  { id, holdId }: Payout,
  { paidAt, paidBy, endToEndId }: Payment,
): Promise<Payout> {
  const [, payout] = await Promise.all([
    settleHold(tx, holdId, { reason: `Saque ${id}`, reference: { type: PAYOUT_ENTITY, id } }),
    updateToEnded(tx, { id, status: 'COMPLETED', endedAt: paidAt, endedBy: paidBy, endToEndId }),
  ]);
  return payout;
}

interface CancelDeps {
  db: Db;
  clock: Clock;
  push: Pick<Push, 'toUser'>;
}

interface CancelCommand {
  id: Id<'money-withdrawal'>;
  userId: Id<'user'>;
}

export async function cancelPayout(
  { db, clock, push }: CancelDeps,
  { id, userId }: CancelCommand,
  once: Once<ReturnedPayout> | null,
): Promise<Payout> {
  const returned = await writeOnce(db, once, async (tx) => {
    const payout = await lockPayout(tx, id, userId);
    if (payout === null) throw payoutNotFound();
    const fault = cancelFaultOf(payout);
    if (fault !== null) throw stepRefused(fault, payout.status);
    return returnMoney(tx, payout, { status: 'CANCELLED', endedAt: clock.now(), endedBy: userId });
  });
  notifyReturned(push, returned);
  return returned.payout;
}

export interface ExpireDeps {
  db: Db;
  clock: Clock;
  push: Pick<Push, 'toUser'>;
  notifyUser: NotifyUser;
  logger: Logger;
}

/** The next run takes the rest. */
const AT_MOST = 500;

/** Each expires in its own transaction, so that a failure does not block the others. */
export async function expirePayouts(deps: ExpireDeps): Promise<void> {
  const { db, clock, push, notifyUser, logger } = deps;
  for (const id of await listDuePayouts(db, clock.now(), AT_MOST)) {
    const returned = await expire(deps, id).catch((err: unknown) => {
      logger.error({ err, withdrawalId: id }, 'A money withdrawal could not expire, and is tried again');
      return null;
    });
    if (returned === null) continue;
    notifyReturned(push, returned);
    notifyUser(returned.payout.userId, [withdrawalFailed({ reason: 'não foi confirmado a tempo' })]);
  }
}

/** Returns null if it has changed meanwhile. */
function expire({ db, clock }: ExpireDeps, id: Id<'money-withdrawal'>): Promise<ReturnedPayout | null> {
  return transaction(db, async (tx) => {
    const payout = await lockPayout(tx, id, null);
    const now = clock.now();
    if (payout === null || !isDue(payout, now)) return null;
    return returnMoney(tx, payout, { status: 'EXPIRED', endedAt: now, endedBy: null });
  });
}

const CAUSE = { kind: 'PAYOUTS_WAITING', key: 'all' };

export interface WatchDeps {
  db: Db;
  clock: Clock;
  settings: Pick<Settings, 'get'>;
}

export async function watchPayouts({ db, clock, settings }: WatchDeps): Promise<void> {
  const hours = settings.get(withdrawReviewHoursSetting);
  const waiting = await countWaitingPayouts(db, new Date(clock.now().getTime() - hours * HOUR_MS));
  if (waiting === 0) return resolveAlert(db, CAUSE);
  await raiseAlert(db, {
    ...CAUSE,
    level: 'WARNING',
    title: 'Money withdrawals are waiting',
    message:
      `${waiting} money withdrawals have waited for more than ${hours} hours to be approved, rejected or paid by hand: ` +
      'see GET /admin/withdrawals with the status PENDING or APPROVED.',
    details: { waiting, hours },
  });
}

export interface PayoutDeps {
  db: Db;
  clock: Clock;
  push: Pick<Push, 'toUser'>;
  notifyUser: NotifyUser;
}

export const payoutsMeasures = ({ db }: { db: Db }): Measure[] => [
  {
    name: 'lisura_money_withdrawals_open',
    help: 'Money withdrawals under way, by status',
    labels: ['status'],
    read: async () => (await countOpenPayouts(db)).map(({ status, count }) => ({ labels: { status }, value: count })),
  },
];
