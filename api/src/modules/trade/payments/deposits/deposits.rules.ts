import type { Cents } from '../../../../platform/money.ts';
import type { DepositPayment, DepositStatus, LockedDeposit, PaymentFault, ReturnStatus } from './deposits.records.ts';

/** `MATCHED`: an administrator credited the deposit before its money was known. */
export type Verdict =
  | { outcome: 'CREDITED' | 'MATCHED' | 'UNKNOWN_CHARGE' }
  | { outcome: 'WAITING'; fault: PaymentFault };

type Payable = Omit<LockedDeposit, 'id' | 'userId' | 'txid' | 'returnedPayments' | 'calledOffAt'>;
type Paid = Pick<DepositPayment, 'endToEndId' | 'amountCents' | 'fault'>;

/** Late money is credited; payments that do not fit wait for an administrator. */
export function judgePayment(
  deposit: Payable | null,
  { amountCents: paidCents, isForeign, isGivenBack }: { amountCents: Cents; isForeign: boolean; isGivenBack: boolean },
): Verdict {
  if (deposit === null) return { outcome: 'UNKNOWN_CHARGE' };
  if (isForeign) return { outcome: 'WAITING', fault: 'CURRENCY_DIFFERS' };
  // The money went back before it was reported.
  if (isGivenBack) return { outcome: 'WAITING', fault: 'RETURNED' };
  if (deposit.isOfClosed && deposit.status !== 'CONFIRMED') return { outcome: 'WAITING', fault: 'ACCOUNT_CLOSED' };
  switch (deposit.status) {
    case 'PENDING':
    case 'EXPIRED':
      return paidCents === deposit.amountCents
        ? { outcome: 'CREDITED' }
        : { outcome: 'WAITING', fault: 'AMOUNT_DIFFERS' };
    case 'REJECTED':
      return { outcome: 'WAITING', fault: 'DEPOSIT_REJECTED' };
    case 'CONFIRMED':
      if (deposit.hasCreditedPayment) return { outcome: 'WAITING', fault: 'PAID_BEFORE' };
      return paidCents === deposit.creditedCents
        ? { outcome: 'MATCHED' }
        : { outcome: 'WAITING', fault: 'AMOUNT_DIFFERS' };
  }
}

/**
 * Returns the waiting payment, or the amount of the charge if none has arrived. `RETURNED` and `FOREIGN` say why
 * nothing can be credited; null means that the status does not allow it.
 */
export function judgeConfirmation(
  { status, amountCents, returnedPayments }: Pick<LockedDeposit, 'status' | 'amountCents' | 'returnedPayments'>,
  waiting: readonly Paid[],
): { creditedCents: Cents; endToEndId: string | null } | 'RETURNED' | 'FOREIGN' | null {
  if (status === 'CONFIRMED') return returnedPayments.length > 0 ? 'RETURNED' : null;
  const isForeign = ({ fault }: Paid) => fault === 'CURRENCY_DIFFERS';
  const payment = waiting.find((each) => !returnedPayments.includes(each.endToEndId) && !isForeign(each));
  if (payment !== undefined) return { creditedCents: payment.amountCents, endToEndId: payment.endToEndId };
  if (returnedPayments.length > 0) return 'RETURNED';
  if (waiting.some(isForeign)) return 'FOREIGN';
  return status === 'REJECTED' ? null : { creditedCents: amountCents, endToEndId: null };
}

/** An ended deposit is not rejected, but its waiting payments are dismissed. */
export const mayReject = (status: DepositStatus, waiting: readonly Paid[]): boolean =>
  status === 'PENDING' || status === 'EXPIRED' || waiting.length > 0;

interface KnownReturn {
  status: ReturnStatus;
  amountCents: Cents;
  /** Null if it was reported before debts were recorded. */
  owedCents: Cents | null;
}

/** `REPEATED`: known, or older than what is known. `CONTRADICTED`: a finished return cannot have failed. */
export type ReturnOutcome = 'RECORDED' | 'REPEATED' | 'CONTRADICTED';

/** Messages come in any order. A return begins OPEN and ends once, but a failed one may be done after all. */
export function judgeReturn(known: KnownReturn | null, reported: ReturnStatus): ReturnOutcome {
  if (known === null) return 'RECORDED';
  if (known.status === 'DONE') return reported === 'FAILED' ? 'CONTRADICTED' : 'REPEATED';
  if (known.status === 'FAILED') return reported === 'DONE' ? 'RECORDED' : 'REPEATED';
  return reported === 'OPEN' ? 'REPEATED' : 'RECORDED';
}

/**
 * An open return counts, because a later debit might come too late. All returns of a deposit together never exceed what
 * was credited.
 */
export function owedFor(
  reported: { status: ReturnStatus; amountCents: Cents },
  { creditedCents, owedForOthers }: { creditedCents: Cents; owedForOthers: Cents },
): Cents {
  if (reported.status === 'FAILED') return 0n;
  const left = creditedCents > owedForOthers ? creditedCents - owedForOthers : 0n;
  return reported.amountCents < left ? reported.amountCents : left;
}
