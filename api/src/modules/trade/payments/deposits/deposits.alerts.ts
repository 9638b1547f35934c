import type { Id } from '../../../../platform/ids.ts';
import { type Cents, formatBrl } from '../../../../platform/money.ts';
import type { AlertCause, AlertContent } from '../../../people/alerts/index.ts';
import type { LockedDeposit, PaymentFault } from './deposits.types.ts';

export const depositUndecided = (id: Id<'deposit'>): AlertCause => ({ kind: 'DEPOSIT_NEEDS_DECISION', key: id });

interface PaidPayment {
  endToEndId: string;
  txid: string | null;
  amountCents: Cents;
}

const WHY: Record<PaymentFault, (deposit: LockedDeposit) => string> = {
  AMOUNT_DIFFERS: ({ amountCents }) => `${formatBrl(amountCents)} were asked for`,
  DEPOSIT_REJECTED: () => 'the deposit was rejected before',
  PAID_BEFORE: () => 'the deposit was paid and credited before',
  ACCOUNT_CLOSED: () => 'its owner has closed the account',
};
const WHAT_NOW: Record<PaymentFault, string> = {
  AMOUNT_DIFFERS: 'Confirm the deposit to credit what has arrived, or reject it and pay the money back.',
  DEPOSIT_REJECTED: 'Confirm the deposit to credit what has arrived, or reject it again and pay the money back.',
  PAID_BEFORE: 'Credit the user by an adjustment or pay the money back; then reject the payment.',
  ACCOUNT_CLOSED: 'Pay the money back at the provider; then reject the deposit.',
};

export const paymentWaits = (deposit: LockedDeposit, payment: PaidPayment, fault: PaymentFault): AlertContent => ({
  ...depositUndecided(deposit.id),
  level: 'CRITICAL',
  title: 'A payment waits for a decision',
  message:
    `${formatBrl(payment.amountCents)} have arrived for deposit ${deposit.id} and are not credited: ` +
    `${WHY[fault](deposit)}. ${WHAT_NOW[fault]}`,
  details: {
    depositId: deposit.id,
    userId: deposit.userId,
    endToEndId: payment.endToEndId,
    amountCents: payment.amountCents.toString(),
    fault,
  },
});

export const unknownCharge = ({ endToEndId, txid, amountCents }: PaidPayment): AlertContent => ({
  kind: 'PAYMENT_OF_NO_DEPOSIT',
  key: endToEndId,
  level: 'CRITICAL',
  title: 'Money has arrived that belongs to no deposit',
  message:
    `${formatBrl(amountCents)} have arrived by Pix (${endToEndId}) for ${txid === null ? 'no charge' : `the charge ${txid}`}, ` +
    'which is none of ours. Find out at the provider who has paid; credit them by an adjustment, or pay it back.',
  details: { endToEndId, txid, amountCents: amountCents.toString() },
});
