import type { Clock } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import { creditBalances, lockAccounts, notifyBalance } from '../../../assets/wallet/index.ts';
import type { AlertContent } from '../../../people/alerts/index.ts';
import type { NotifyUser } from '../../../people/notifications/index.ts';
import { bearersOf } from '../../../people/person-facts/index.ts';
import { findGivenBack } from '../inbox/inbox.sql.ts';
import {
  depositConfirmed,
  depositConfirmedEvent,
  paidAfterProtection,
  paymentWaits,
  unknownCharge,
} from './deposits.messages.ts';
import { DEPOSIT_REFERENCE, type LockedDeposit } from './deposits.records.ts';
import { judgePayment, type Verdict } from './deposits.rules.ts';
import {
  confirmPaid,
  type DepositNames,
  findKnownPayments,
  insertPayments,
  lockDepositRows,
  type NewPayment,
  readLockedDeposits,
} from './deposits.sql.ts';
import { listOwers } from './returns.sql.ts';

export interface ApplyDeps {
  clock: Clock;
  push: Pick<Push, 'toUser'>;
  notifyUser: NotifyUser;
}

export interface ReportedPayment {
  endToEndId: string;
  txid: string | null;
  amountCents: Cents;
  /** Null for BRL. */
  foreignCurrency: string | null;
  paidAt: Date;
}

interface Judged {
  payment: ReportedPayment;
  deposit: LockedDeposit | null;
  verdict: Verdict | { outcome: 'REPEATED' };
}

/** The outcomes are in the order of the events. Alerts are raised in the transaction, and `notify` runs after it. */
export interface Applied {
  outcomes: string[];
  alerts: AlertContent[];
  notify(): void;
}

/** The deposits and their accounts are locked. */
export async function applyPayments(
  tx: Tx,
  deps: ApplyDeps,
  payments: readonly ReportedPayment[],
  deposits: readonly LockedDeposit[],
): Promise<Applied> {
  const ids = payments.map(({ endToEndId }) => endToEndId);
  const [known, givenBack] = await Promise.all([findKnownPayments(tx, ids), findGivenBack(tx, ids)]);
  const judged = judgeAll(payments, deposits, known, givenBack);
  const credited = judged.flatMap(({ deposit, verdict }) =>
    deposit && verdict.outcome === 'CREDITED' ? [deposit] : [],
  );
  const balances = await write(tx, deps.clock.now(), judged, credited);
  return {
    outcomes: judged.map(({ verdict }) => verdict.outcome),
    alerts: judged.flatMap(alertsOf),
    notify: () => {
      for (const { id, userId, amountCents } of credited) {
        notifyCredited(deps, { id, userId, creditedCents: amountCents }, balances.get(userId));
      }
    },
  };
}

/** Each payment sees the effect of those before it. */
function judgeAll(
  payments: readonly ReportedPayment[],
  locked: readonly LockedDeposit[],
  known: ReadonlySet<string>,
  givenBack: ReadonlySet<string>,
): Judged[] {
  const deposits = new Map(locked.map((deposit) => [deposit.txid, deposit]));
  return payments.map((payment) => {
    const deposit = deposits.get(payment.txid ?? '') ?? null;
    if (known.has(payment.endToEndId)) return { payment, deposit, verdict: { outcome: 'REPEATED' } };
    const { endToEndId, amountCents } = payment;
    const isForeign = payment.foreignCurrency !== null;
    const verdict = judgePayment(deposit, { amountCents, isForeign, isGivenBack: givenBack.has(endToEndId) });
    if (deposit !== null && (verdict.outcome === 'CREDITED' || verdict.outcome === 'MATCHED')) {
      const credited = { status: 'CONFIRMED', creditedCents: amountCents, hasCreditedPayment: true } as const;
      deposits.set(deposit.txid, { ...deposit, ...credited });
    }
    return { payment, deposit, verdict };
  });
}

async function write(tx: Tx, now: Date, judged: readonly Judged[], credited: readonly LockedDeposit[]) {
  const payments = judged.flatMap(newPaymentOf);
  const [posted] = await Promise.all([
    creditBalances(tx, credited.map(creditOf)),
    payments.length > 0 ? insertPayments(tx, payments, now) : null,
    credited.length > 0
      ? confirmPaid(
          tx,
          credited.map(({ id }) => id),
          now,
        )
      : null,
  ]);
  return posted.balances;
}

export const creditOf = ({ id, userId, amountCents }: Pick<LockedDeposit, 'id' | 'userId' | 'amountCents'>) =>
  ({
    userId,
    amountCents,
    type: 'DEPOSIT',
    reason: 'Depósito por Pix',
    reference: { type: DEPOSIT_REFERENCE, id },
  }) as const;

function newPaymentOf({ payment, deposit, verdict }: Judged): NewPayment[] {
  if (deposit === null || verdict.outcome === 'REPEATED' || verdict.outcome === 'UNKNOWN_CHARGE') return [];
  const { endToEndId, amountCents, paidAt } = payment;
  const state =
    verdict.outcome === 'WAITING'
      ? ({ status: 'WAITING', fault: verdict.fault } as const)
      : ({ status: 'CREDITED', fault: null } as const);
  return [{ endToEndId, depositId: deposit.id, amountCents, paidAt, ...state }];
}

function alertsOf({ payment, deposit, verdict }: Judged): AlertContent[] {
  if (verdict.outcome === 'UNKNOWN_CHARGE') return [unknownCharge(payment)];
  if (deposit === null) return [];
  if (verdict.outcome === 'WAITING') return [paymentWaits(deposit, payment, verdict.fault)];
  return verdict.outcome === 'CREDITED' && deposit.calledOffAt !== null ? [paidAfterProtection(deposit, payment)] : [];
}

/** After the commit. */
export function notifyCredited(
  { push, notifyUser }: Pick<ApplyDeps, 'push' | 'notifyUser'>,
  { id, userId, creditedCents }: { id: Id<'deposit'>; userId: Id<'user'>; creditedCents: Cents },
  balanceCents: Cents | undefined,
): void {
  if (balanceCents !== undefined) notifyBalance(push, userId, balanceCents);
  push.toUser(userId, depositConfirmedEvent, { depositId: id, creditedCents: creditedCents.toString() });
  notifyUser(userId, [depositConfirmed(creditedCents)]);
}

/**
 * Locks deposits and then accounts, each by id. Payments are read afterwards, because a statement sees only what was
 * committed when it began.
 */
export async function lockDeposits(tx: Tx, which: DepositNames): Promise<LockedDeposit[]> {
  const locked = await lockDepositRows(tx, which);
  const owners = locked.map(({ userId }) => userId);
  const others = await listOtherOwers(
    tx,
    locked.filter(({ isOfClosed }) => isOfClosed),
  );
  const userIds = [...new Set([...owners, ...others])];
  const [, deposits] = await Promise.all([lockAccounts(tx, userIds), readLockedDeposits(tx, which)]);
  return deposits;
}

/** A person who has come back owes for deposits of their closed accounts. */
async function listOtherOwers(
  tx: Tx,
  closed: readonly { id: Id<'deposit'>; userId: Id<'user'> }[],
): Promise<Id<'user'>[]> {
  if (closed.length === 0) return [];
  const [owers, bearers] = await Promise.all([
    listOwers(
      tx,
      closed.map(({ id }) => id),
    ),
    bearersOf(
      tx,
      closed.map(({ userId }) => userId),
    ),
  ]);
  return [...owers, ...bearers.values()];
}
