import { strict as assert } from 'node:assert';
import { afterCommit, type Tx } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { formatBrl } from '../../../../platform/money.ts';
import { OutsideError } from '../../../../platform/outbound/outside-error.ts';
import { notifyBalance } from '../../../assets/wallet/index.ts';
import { raiseAlert } from '../../../people/alerts/index.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import { withdrawalCompleted, withdrawalFailed } from '../../../people/notifications/index.ts';
import {
  NotSent,
  type Order,
  type OrderAnswer,
  type OrderedRecord,
  type OrderKind,
  type OrdersOf,
  type OrderTaken,
} from '../../orders/index.ts';
import type { NewPixSend, Pix, PixSend } from '../pix/pix.records.ts';
import { wordsOfProvider } from '../pix/read-pix.ts';
import { type PayoutDeps, returnMoney, settlePayout } from './end-payouts.ts';
import { PAYOUT_ENTITY, type Payout, withoutPixKey } from './payouts.records.ts';
import { findPayoutOwner, findPixKey, lockPayout } from './payouts.sql.ts';

interface SentPix {
  endToEndId: string;
}

/** The key is null once its owner has closed the account. */
type OrderedPix = Omit<NewPixSend, 'toKey'> & { toKey: string | null };

/**
 * Only these say that the request itself was wrong. Others, such as an expired token or a 404, tell nothing of the
 * payment.
 */
const REFUSALS = [400, 422];

/**
 * Asks the provider once. A refusal counts only in the provider's own words, and if the provider then knows no such
 * payment. Throws if the outcome is open, and `NotSent` if the provider cannot have heard of it.
 */
export async function payByPix(pix: Pix, payment: NewPixSend): Promise<OrderAnswer<SentPix> | OrderTaken> {
  let sent: PixSend;
  try {
    sent = await pix.send(payment);
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    // Only a failure of this request proves that nothing left.
    if (error.fault === 'NOT_SENT') throw new NotSent('The provider could not be asked to pay', { cause: error });
    if (!REFUSALS.includes(error.status ?? 0)) throw error;
    const words = wordsOfProvider(error.body);
    if (words === null) throw error;
    return (await findPaidByPix(pix, payment)) ?? refusedWith(words, payment);
  }
  if (sent.status !== 'PROCESSING') return answerOf(sent, payment);
  // The provider has taken it, whatever the next answer says.
  const found = await pix.findSend(payment.sendId).catch(() => null);
  return found === null ? 'TAKEN' : answerOf(found, payment);
}

/** Returns null if the provider knows no such payment. */
async function findPaidByPix(pix: Pix, payment: OrderedPix): Promise<OrderAnswer<SentPix> | OrderTaken | null> {
  const found = await pix.findSend(payment.sendId);
  return found && answerOf(found, payment);
}

function answerOf(sent: PixSend, payment: OrderedPix): OrderAnswer<SentPix> | OrderTaken {
  if (sent.status === 'DONE') {
    // An administrator must look at a payment of another amount.
    return sent.amountCents === payment.amountCents ? { bought: { endToEndId: sent.endToEndId } } : 'TAKEN';
  }
  if (sent.status === 'PROCESSING') return 'TAKEN';
  return refusedWith(sent.reason ?? 'The provider says no more than that it failed', payment);
}

/** The audit trail keeps these words for ever, so the key is removed. */
const refusedWith = (words: string, { toKey }: OrderedPix) => ({
  refused: toKey === null ? words : withoutPixKey(words, toKey),
});

/** Cents are text, because an order is stored as JSON. The key stays with the withdrawal, where it can be erased. */
interface PayoutAsk {
  payoutId: Id<'money-withdrawal'>;
  amountCents: string;
}

export type PayoutOrders = OrdersOf<PayoutAsk, SentPix>;

const END_TO_END_ID = /^E[0-9A-Za-z]{31}$/;
/** The owner sees this text; administrators see the provider's. */
const REFUSED_BY_BANK = 'o Pix foi recusado pelo banco';

/** The order is locked first, then the withdrawal, its account and its hold. */
export function payoutKind(deps: PayoutDeps, pix: Pix): OrderKind<PayoutAsk, SentPix, NewPixSend> {
  return {
    kind: 'PAYOUT',
    // A provider may not find a payment that is under way for hours, so time alone never gives the money back.
    notFoundMs: null,
    prepare: async (order) => {
      const payment = await paymentOf(deps, order);
      assert(isToSomebody(payment), `withdrawal ${order.ask.payoutId} is to be paid and has no key`);
      return payment;
    },
    send: (_, payment) => payByPix(pix, payment),
    find: async (order) => findPaidByPix(pix, await paymentOf(deps, order)),
    recordOf: (tx, { ask }) => recordOf(tx, ask),
    boughtManually: (_, { reference }) => (END_TO_END_ID.test(reference) ? { endToEndId: reference } : null),
    bought: (tx, { ask }, sent) => complete(deps, tx, ask, sent),
    refused: (tx, { ask, projectId }, reason) => giveBack(deps, tx, ask, { sendId: projectId, reason }),
  };
}

async function paymentOf({ db }: PayoutDeps, { projectId, ask }: Order<PayoutAsk>): Promise<OrderedPix> {
  const toKey = await findPixKey(db, ask.payoutId);
  return { sendId: projectId, amountCents: BigInt(ask.amountCents), toKey };
}

async function recordOf(tx: Tx, { payoutId, amountCents }: PayoutAsk): Promise<OrderedRecord> {
  const ownerId = await findPayoutOwner(tx, payoutId);
  assert(ownerId !== null, `an order pays withdrawal ${payoutId}, which is not there`);
  return { ownerId, amountCents: BigInt(amountCents) };
}

const isToSomebody = (payment: OrderedPix): payment is NewPixSend => payment.toKey !== null;

async function complete(
  { clock, notifyUser }: PayoutDeps,
  tx: Tx,
  { payoutId }: PayoutAsk,
  { endToEndId }: SentPix,
): Promise<void> {
  const payout = await lockApproved(tx, payoutId);
  const { userId } = await settlePayout(tx, payout, { paidAt: clock.now(), paidBy: null, endToEndId });
  const entity = { type: PAYOUT_ENTITY, id: payoutId };
  const metadata = { amountCents: payout.amountCents, endToEndId };
  await recordAudit(tx, [{ action: 'WITHDRAWAL_COMPLETED', userId, actorId: null, entity, metadata }]);
  afterCommit(tx, () => notifyUser(userId, [withdrawalCompleted(payout)]));
}

/** It is not PENDING again: the key may be wrong, and the owner gets the money back at once. */
async function giveBack(
  { clock, push, notifyUser }: PayoutDeps,
  tx: Tx,
  { payoutId }: PayoutAsk,
  refusal: { sendId: string; reason: string },
): Promise<void> {
  const payout = await lockApproved(tx, payoutId);
  const { userId, amountCents } = payout;
  const failureReason = REFUSED_BY_BANK;
  const end = { status: 'REJECTED', endedAt: clock.now(), endedBy: null, failureReason } as const;
  const { balanceCents } = await returnMoney(tx, payout, end);
  const entity = { type: PAYOUT_ENTITY, id: payoutId };
  const metadata = { amountCents, reason: refusal.reason };
  await recordAudit(tx, [{ action: 'WITHDRAWAL_REJECTED', userId, actorId: null, entity, metadata }]);
  await alertRefusal(tx, payout, refusal);
  afterCommit(tx, () => {
    notifyBalance(push, userId, balanceCents);
    notifyUser(userId, [withdrawalFailed({ reason: failureReason })]);
  });
}

const alertRefusal = (
  tx: Tx,
  { id, userId, amountCents }: Payout,
  { sendId, reason }: { sendId: string; reason: string },
) =>
  raiseAlert(tx, {
    kind: 'PAYOUT_REFUSED',
    key: id,
    level: 'WARNING',
    title: 'A payout was refused',
    message:
      `The provider did not pay withdrawal ${id} of ${formatBrl(amountCents)}: ${reason}. The money is back on the ` +
      'balance of the user, who was notified. Where the cause is ours, such as an empty account at the provider, mend it.',
    details: { withdrawalId: id, userId, amountCents: amountCents.toString(), sendId },
  });

/** Only the end of its order changes an ordered withdrawal. */
async function lockApproved(tx: Tx, id: Id<'money-withdrawal'>): Promise<Payout> {
  const payout = await lockPayout(tx, id, null);
  assert(payout?.status === 'APPROVED', `withdrawal ${id} has an open order and is not APPROVED`);
  return payout;
}
