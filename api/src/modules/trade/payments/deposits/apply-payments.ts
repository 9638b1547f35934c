import type { Clock } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import { postTransfers, tellBalance } from '../../../assets/wallet/index.ts';
import { raiseAlert } from '../../../people/alerts/index.ts';
import type { Tell } from '../../../people/notifications/index.ts';
import type { EventHandler, StoredEvent } from '../inbox/index.ts';
import { confirmPaid, findKnownPayments, insertPayments, type NewPayment } from './change-deposits.sql.ts';
import { paymentWaits, unknownCharge } from './deposits.alerts.ts';
import { depositConfirmed } from './deposits.notifications.ts';
import { judgePayment, type Verdict } from './deposits.rules.ts';
import { DEPOSIT_REFERENCE, type LockedDeposit } from './deposits.types.ts';
import { lockDeposits } from './lock-deposits.ts';

export interface ApplyDeps {
  clock: Clock;
  push: Pick<Push, 'toUser'>;
  tell: Tell;
}

interface Payment {
  endToEndId: string;
  txid: string | null;
  amountCents: Cents;
  paidAt: Date;
}

interface Judged {
  payment: Payment;
  deposit: LockedDeposit | null;
  verdict: Verdict | { outcome: 'REPEATED' };
}

/**
 * Payments that were told, however many: a constant number of statements, beside one for each that a person must look at.
 * Events are locked before it; then deposits, and accounts last, each in the order of their ids.
 */
export const applyPayments =
  (deps: ApplyDeps): EventHandler =>
  async (tx, events) => {
    const payments = events.map((event) => paymentOf(event, deps.clock.now()));
    const [deposits, known] = await Promise.all([
      lockDeposits(tx, { txids: [...new Set(payments.flatMap(({ txid }) => txid ?? []))] }),
      findKnownPayments(
        tx,
        payments.map(({ endToEndId }) => endToEndId),
      ),
    ]);
    const judged = judgeAll(payments, deposits, known);
    const credited = judged.flatMap(({ deposit, verdict }) =>
      deposit && verdict.outcome === 'CREDITED' ? [deposit] : [],
    );
    const balances = await write(tx, deps.clock.now(), judged, credited);
    for (const each of judged) await raise(tx, each);
    return {
      outcomes: judged.map(({ verdict }) => verdict.outcome),
      tell: () => {
        for (const { userId, amountCents } of credited) tellCredited(deps, userId, amountCents, balances.get(userId));
      },
    };
  };

function paymentOf({ content, saidAt }: StoredEvent, now: Date): Payment {
  return {
    endToEndId: content.endToEndId as string,
    txid: content.txid as string | null,
    amountCents: BigInt(content.amountCents as string),
    paidAt: saidAt ?? now,
  };
}

/** One after the other: what one payment makes of a deposit, the next finds. */
function judgeAll(
  payments: readonly Payment[],
  locked: readonly LockedDeposit[],
  known: ReadonlySet<string>,
): Judged[] {
  const deposits = new Map(locked.map((deposit) => [deposit.txid, deposit]));
  return payments.map((payment) => {
    const deposit = deposits.get(payment.txid ?? '') ?? null;
    if (known.has(payment.endToEndId)) return { payment, deposit, verdict: { outcome: 'REPEATED' } };
    const verdict = judgePayment(deposit, payment);
    if (deposit !== null && (verdict.outcome === 'CREDITED' || verdict.outcome === 'MATCHED')) {
      const creditedCents = payment.amountCents;
      deposits.set(deposit.txid, { ...deposit, status: 'CONFIRMED', creditedCents, hasCreditedPayment: true });
    }
    return { payment, deposit, verdict };
  });
}

async function write(tx: Tx, now: Date, judged: readonly Judged[], credited: readonly LockedDeposit[]) {
  const payments = judged.flatMap(newPaymentOf);
  const [posted] = await Promise.all([
    postTransfers(tx, credited.map(creditOf)),
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
    direction: 'CREDIT',
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

async function raise(tx: Tx, { payment, deposit, verdict }: Judged): Promise<void> {
  if (verdict.outcome === 'UNKNOWN_CHARGE') await raiseAlert(tx, unknownCharge(payment));
  if (verdict.outcome === 'WAITING' && deposit) await raiseAlert(tx, paymentWaits(deposit, payment, verdict.fault));
}

/** After the commit. */
export function tellCredited(
  { push, tell }: Pick<ApplyDeps, 'push' | 'tell'>,
  userId: Id<'user'>,
  amountCents: Cents,
  balanceCents: Cents | undefined,
): void {
  if (balanceCents !== undefined) tellBalance(push, userId, balanceCents);
  tell(userId, [depositConfirmed(amountCents)]);
}
