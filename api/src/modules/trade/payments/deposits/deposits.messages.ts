import { Type } from 'typebox';
import type { Id } from '../../../../platform/ids.ts';
import { type Cents, formatBrl, formatBrlInEnglish } from '../../../../platform/money.ts';
import { defineEvent } from '../../../../platform/realtime/events.ts';
import { centsOf, idOf } from '../../../../platform/schemas.ts';
import type { AlertCause, AlertContent } from '../../../people/alerts/index.ts';
import type { NotificationContent } from '../../../people/notifications/index.ts';
import { type DepositReturn, type LockedDeposit, nameOfReturn, type PaymentFault } from './deposits.records.ts';
import type { AskedDeposit } from './deposits.sql.ts';

export const depositUndecided = (id: Id<'deposit'>): AlertCause => ({ kind: 'DEPOSIT_NEEDS_DECISION', key: id });

interface PaidPayment {
  endToEndId: string;
  txid: string | null;
  amountCents: Cents;
  foreignCurrency: string | null;
}

const WHY: Record<PaymentFault, (deposit: LockedDeposit) => string> = {
  AMOUNT_DIFFERS: ({ amountCents }) => `${formatBrl(amountCents)} were asked for`,
  DEPOSIT_REJECTED: () => 'the deposit was rejected before',
  PAID_BEFORE: () => 'the deposit was paid and credited before',
  ACCOUNT_CLOSED: () => 'its owner has closed the account',
  RETURNED: () => 'they were given back to the payer before we heard of them',
  CURRENCY_DIFFERS: () => 'they are of another currency than BRL, so that what they are worth is not known here',
};
const WHAT_NOW: Record<PaymentFault, string> = {
  AMOUNT_DIFFERS: 'Confirm the deposit to credit what has arrived, or reject it and pay the money back.',
  DEPOSIT_REJECTED: 'Confirm the deposit to credit what has arrived, or reject it again and pay the money back.',
  PAID_BEFORE: 'Credit the user by an adjustment or pay the money back; then reject the payment.',
  ACCOUNT_CLOSED: 'Pay the money back at the provider; then reject the deposit.',
  RETURNED: 'Reject the deposit; what was given back only in part, credit by an adjustment.',
  CURRENCY_DIFFERS: 'Pay them back, or credit by an adjustment what they are worth; then reject the deposit.',
};

const textOf = ({ amountCents, foreignCurrency }: PaidPayment) =>
  foreignCurrency === null
    ? formatBrl(amountCents)
    : `${amountCents / 100n}.${String(amountCents % 100n).padStart(2, '0')} ${foreignCurrency}`;

export const paymentWaits = (deposit: LockedDeposit, payment: PaidPayment, fault: PaymentFault): AlertContent => ({
  ...depositUndecided(deposit.id),
  level: 'CRITICAL',
  title: 'A payment waits for a decision',
  message:
    `${textOf(payment)} have arrived for deposit ${deposit.id} and are not credited: ` +
    `${WHY[fault](deposit)}. ${WHAT_NOW[fault]}`,
  details: {
    depositId: deposit.id,
    userId: deposit.userId,
    endToEndId: payment.endToEndId,
    amountCents: payment.amountCents.toString(),
    foreignCurrency: payment.foreignCurrency,
    fault,
  },
});

/** Money is never refused, so an administrator looks at it. */
export const paidAfterProtection = ({ id, userId }: LockedDeposit, payment: PaidPayment): AlertContent => ({
  kind: 'DEPOSIT_AFTER_PROTECTION',
  key: id,
  level: 'WARNING',
  title: 'A deposit was paid after its owner had asked for protection',
  message:
    `${textOf(payment)} were paid of deposit ${id} of user ${userId} and are credited, although a lower limit, a pause or an ` +
    'exclusion had called its charge off. See whether the user wants the money back, and resolve this by hand.',
  details: { depositId: id, userId, endToEndId: payment.endToEndId, amountCents: payment.amountCents.toString() },
});

export const notCheckedCause = (id: Id<'deposit'>): AlertCause => ({ kind: 'DEPOSIT_NOT_CHECKED', key: id });

/** Only the provider knows whether it was paid. */
export const chargeNotChecked = ({ id, userId, txid, amountCents }: AskedDeposit): AlertContent => ({
  ...notCheckedCause(id),
  level: 'CRITICAL',
  title: 'Whether a deposit was paid is not known',
  message:
    `The provider could not be asked about deposit ${id} of user ${userId} over ${formatBrl(amountCents)}, or nobody could ` +
    `read its answers, until long after the end of the charge. It is not asked for again: look the charge ${txid} up there. ` +
    'If it was paid, confirm the deposit; if it was not, reject it.',
  details: { depositId: id, userId, txid, amountCents: amountCents.toString() },
});

export const unknownCharge = (payment: PaidPayment): AlertContent => ({
  kind: 'PAYMENT_OF_NO_DEPOSIT',
  key: payment.endToEndId,
  level: 'CRITICAL',
  title: 'Money has arrived that belongs to no deposit',
  message:
    `${textOf(payment)} have arrived by Pix (${payment.endToEndId}) for ` +
    `${payment.txid === null ? 'no charge' : `the charge ${payment.txid}`}, ` +
    'which is none of ours. Find out at the provider who has paid; credit them by an adjustment, or pay it back.',
  details: {
    endToEndId: payment.endToEndId,
    txid: payment.txid,
    amountCents: payment.amountCents.toString(),
    foreignCurrency: payment.foreignCurrency,
  },
});

const detailsOfReturn = ({ endToEndId, returnId, amountCents }: DepositReturn) => ({
  endToEndId,
  returnId,
  amountCents: amountCents.toString(),
});

export const returnedCause = (returned: DepositReturn): AlertCause => ({
  kind: 'DEPOSIT_RETURNED',
  key: nameOfReturn(returned),
});

/** A debt is a loss until it is paid. */
export const depositReturned = (
  { id, userId }: Pick<LockedDeposit, 'id' | 'userId'>,
  returned: DepositReturn,
  { takenCents, owerId, debtCents }: { takenCents: Cents; owerId: Id<'user'>; debtCents: Cents },
): AlertContent => ({
  ...returnedCause(returned),
  level: takenCents > 0n && debtCents > 0n ? 'CRITICAL' : 'WARNING',
  title: 'Money of a deposit was given back',
  message:
    `${formatBrl(returned.amountCents)} of deposit ${id} of user ${userId} ` +
    `${returned.status === 'OPEN' ? 'are on their way back' : 'were given back'} to the payer. ` +
    (takenCents > 0n
      ? `${formatBrl(takenCents)} were taken for it; user ${owerId} owes ${formatBrl(debtCents)}, which the next credits pay. ` +
        'Withdrawals of that user wait for review until nothing is owed and no return is open.'
      : 'Nothing was taken for it: it was not credited, or was taken before.'),
  details: {
    depositId: id,
    userId,
    owerId,
    takenCents: `${takenCents}`,
    debtCents: `${debtCents}`,
    ...detailsOfReturn(returned),
  },
});

export const returnContradicted = ({ id, userId }: LockedDeposit, returned: DepositReturn): AlertContent => ({
  kind: 'RETURN_CONTRADICTED',
  key: nameOfReturn(returned),
  level: 'CRITICAL',
  title: 'A provider contradicts itself about money that was given back',
  message:
    `The return ${returned.returnId} of ${formatBrl(returned.amountCents)} of deposit ${id} of user ${userId} is recorded ` +
    `otherwise than the provider says now (${returned.status}). Nothing was changed: look it up at the provider, and make good ` +
    'what is wrong by an adjustment.',
  details: { depositId: id, userId, status: returned.status, ...detailsOfReturn(returned) },
});

export const returnOfNoDeposit = (returned: DepositReturn & { txid: string | null }): AlertContent => ({
  kind: 'RETURN_OF_NO_DEPOSIT',
  key: nameOfReturn(returned),
  level: 'WARNING',
  title: 'Money was given back that belongs to no deposit',
  message:
    `${formatBrl(returned.amountCents)} that came by Pix (${returned.endToEndId}) were given back to the payer, and belong ` +
    'to no charge of ours. If somebody was credited for them by an adjustment, decide whether to take that back.',
  details: { txid: returned.txid, ...detailsOfReturn(returned) },
});

export const depositConfirmedEvent = defineEvent({
  name: 'deposit:confirmed',
  audience: 'user',
  description:
    'A deposit of yours was paid and is in your balance, also one that had expired. `balance:updated` has the balance.',
  payload: Type.Object(
    {
      depositId: idOf('The deposit'),
      creditedCents: centsOf('What was added to the balance, in cents of BRL'),
    },
    { examples: [{ depositId: '1', creditedCents: '5000' }] },
  ),
});

export const depositExpiredEvent = defineEvent({
  name: 'deposit:expired',
  audience: 'user',
  description:
    'The charge of a deposit can be paid no more, since its time is over or you have lowered a limit, paused or excluded ' +
    'yourself. Money that was sent before arrives all the same.',
  payload: Type.Object(
    { depositId: idOf('The deposit'), amountCents: centsOf('What was asked for, in cents of BRL') },
    { examples: [{ depositId: '1', amountCents: '5000' }] },
  ),
});

export const depositGoneBack = (amountCents: Cents): NotificationContent => ({
  type: 'SYSTEM',
  title: 'Depósito devolvido',
  message:
    `Um depósito seu foi devolvido a quem pagou: ${formatBrl(amountCents)} saem do seu saldo. ` +
    'O que faltar será descontado dos próximos créditos.',
  en: {
    title: 'A deposit was returned',
    message:
      `A deposit of yours was returned to who paid it: ${formatBrlInEnglish(amountCents)} leaves your balance. ` +
      'What is missing will be taken from what you are credited next.',
  },
  metadata: { amountCents: amountCents.toString() },
});

export const depositStays = (amountCents: Cents): NotificationContent => ({
  type: 'SYSTEM',
  title: 'Devolução não realizada',
  message: `A devolução de um depósito seu não foi realizada: ${formatBrl(amountCents)} são seus de novo.`,
  en: {
    title: 'A deposit was not returned',
    message: `The return of a deposit of yours was not made: ${formatBrlInEnglish(amountCents)} is yours again.`,
  },
  metadata: { amountCents: amountCents.toString() },
});

export const depositConfirmed = (amountCents: Cents): NotificationContent => ({
  type: 'DEPOSIT_CONFIRMED',
  title: 'Depósito confirmado',
  message: `Seu depósito de ${formatBrl(amountCents)} foi confirmado.`,
  en: {
    title: 'Your deposit is confirmed',
    message: `Your deposit of ${formatBrlInEnglish(amountCents)} is confirmed.`,
  },
  metadata: { amountCents: amountCents.toString() },
});
