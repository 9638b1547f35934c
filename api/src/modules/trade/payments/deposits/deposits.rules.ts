import type { Cents } from '../../../../platform/money.ts';
import type { DepositPayment, DepositStatus, LockedDeposit, PaymentFault } from './deposits.types.ts';

/**
 * What follows from a payment. `MATCHED`: an administrator has confirmed the deposit before the money was known, so that
 * it is the money of what was credited already.
 */
export type Verdict =
  | { outcome: 'CREDITED' | 'MATCHED' | 'UNKNOWN_CHARGE' }
  | { outcome: 'WAITING'; fault: PaymentFault };

type Payable = Pick<LockedDeposit, 'status' | 'amountCents' | 'creditedCents' | 'hasCreditedPayment' | 'isOfClosed'>;

/** Money that is late is money all the same; only what does not fit is left to a person. */
export function judgePayment(deposit: Payable | null, paidCents: Cents): Verdict {
  if (deposit === null) return { outcome: 'UNKNOWN_CHARGE' };
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

type Waiting = Pick<DepositPayment, 'endToEndId' | 'amountCents'>;

/** What an administrator confirms: the money that waits, or where none has come what was asked for; null: nothing. */
export function judgeConfirmation(
  { status, amountCents }: { status: DepositStatus; amountCents: Cents },
  waiting: readonly Waiting[],
): { creditedCents: Cents; endToEndId: string | null } | null {
  if (status === 'CONFIRMED') return null;
  const [payment] = waiting;
  if (payment !== undefined) return { creditedCents: payment.amountCents, endToEndId: payment.endToEndId };
  return status === 'REJECTED' ? null : { creditedCents: amountCents, endToEndId: null };
}

/** A deposit that has not ended for good is rejected; of one that has, the payments that wait are dismissed. */
export const mayReject = (status: DepositStatus, waiting: readonly Waiting[]): boolean =>
  status === 'PENDING' || status === 'EXPIRED' || waiting.length > 0;
