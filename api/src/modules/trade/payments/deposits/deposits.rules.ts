import type { Cents } from '../../../../platform/money.ts';
import type { DepositPayment, DepositStatus, LockedDeposit, PaymentFault, ReturnStatus } from './deposits.records.ts';

/**
 * What follows from a payment. `MATCHED`: an administrator has confirmed the deposit before the money was known, so that
 * it is the money of what was credited already.
 */
export type Verdict =
  | { outcome: 'CREDITED' | 'MATCHED' | 'UNKNOWN_CHARGE' }
  | { outcome: 'WAITING'; fault: PaymentFault };

type Payable = Omit<LockedDeposit, 'id' | 'userId' | 'txid' | 'returnedPayments' | 'calledOffAt'>;
type Paid = Pick<DepositPayment, 'endToEndId' | 'amountCents' | 'fault'>;

/** Money that is late is money all the same; only what does not fit is left to a person. */
export function judgePayment(
  deposit: Payable | null,
  { amountCents: paidCents, isForeign, isGivenBack }: { amountCents: Cents; isForeign: boolean; isGivenBack: boolean },
): Verdict {
  if (deposit === null) return { outcome: 'UNKNOWN_CHARGE' };
  // What it is worth here a machine does not guess.
  if (isForeign) return { outcome: 'WAITING', fault: 'CURRENCY_DIFFERS' };
  // It has gone before we knew that it had come.
  if (isGivenBack) return { outcome: 'WAITING', fault: 'RETURNED' };
  // What was credited before the account was closed is judged as anybody's.
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
 * What an administrator confirms: the money that waits, or where none has come what was asked for. Null: nothing; `RETURNED`:
 * nothing, since the money has gone back; `FOREIGN`: nothing, since it is of another currency.
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

/** A deposit that has not ended for good is rejected; of one that has, the payments that wait are dismissed. */
export const mayReject = (status: DepositStatus, waiting: readonly Paid[]): boolean =>
  status === 'PENDING' || status === 'EXPIRED' || waiting.length > 0;

/** What is known of a return, and what its user owes for it or has paid. */
interface KnownReturn {
  status: ReturnStatus;
  amountCents: Cents;
  /** Null of one reported before debts were recorded. */
  owedCents: Cents | null;
}

/** `REPEATED`: it is known, or older than what is known. `CONTRADICTED`: what is done for good cannot have failed. */
export type ReturnOutcome = 'RECORDED' | 'REPEATED' | 'CONTRADICTED';

/** Messages come in any order: a return begins OPEN and ends once, but one that was said to have failed may be done after all. */
export function judgeReturn(known: KnownReturn | null, reported: ReturnStatus): ReturnOutcome {
  if (known === null) return 'RECORDED';
  if (known.status === 'DONE') return reported === 'FAILED' ? 'CONTRADICTED' : 'REPEATED';
  if (known.status === 'FAILED') return reported === 'DONE' ? 'RECORDED' : 'REPEATED';
  return reported === 'OPEN' ? 'REPEATED' : 'RECORDED';
}

/**
 * What is owed for a return from now on. Also one that is under way: it would be too late afterwards. Never more than was
 * credited and is not owed for another return of the same deposit, whatever is said.
 */
export function owedFor(
  reported: { status: ReturnStatus; amountCents: Cents },
  { creditedCents, owedForOthers }: { creditedCents: Cents; owedForOthers: Cents },
): Cents {
  if (reported.status === 'FAILED') return 0n;
  const left = creditedCents > owedForOthers ? creditedCents - owedForOthers : 0n;
  return reported.amountCents < left ? reported.amountCents : left;
}
