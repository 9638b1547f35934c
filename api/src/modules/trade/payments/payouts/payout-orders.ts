import { strict as assert } from 'node:assert';
import { afterCommit } from '../../../../platform/database/after-commit.ts';
import type { Tx } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { formatBrl } from '../../../../platform/money.ts';
import { notifyBalance } from '../../../assets/wallet/index.ts';
import { raiseAlert } from '../../../people/alerts/index.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import { withdrawalCompleted, withdrawalFailed } from '../../../people/notifications/index.ts';
import type { Order, OrderedRecord, OrderKind, OrdersOf } from '../../orders/index.ts';
import type { NewPixSend, Pix } from '../pix/pix.types.ts';
import { lockPayout } from './change-payouts.sql.ts';
import { findPaidByPix, type OrderedPix, payByPix, type SentPix } from './pay-by-pix.ts';
import type { PayoutDeps } from './payout-deps.ts';
import { findPayoutOwner, findPixKey } from './payouts.sql.ts';
import { PAYOUT_ENTITY, type Payout } from './payouts.types.ts';
import { returnMoney } from './return-money.ts';
import { settlePayout } from './settle-payout.ts';

/**
 * What the provider is asked to pay. Cents are text, since an order is stored as JSON. To whom stands with the withdrawal
 * alone, where it can be erased.
 */
export interface PayoutAsk {
  payoutId: Id<'money-withdrawal'>;
  amountCents: string;
}

export type PayoutOrders = OrdersOf<PayoutAsk, SentPix>;

const END_TO_END_ID = /^E[0-9A-Za-z]{31}$/;
/** The owner sees this; the provider's own words are for administrators. */
const REFUSED_BY_BANK = 'o Pix foi recusado pelo banco';

/** Payments of withdrawals, each sent once. The order is locked first, then the withdrawal, its account and its hold. */
export function payoutKind(deps: PayoutDeps, pix: Pix): OrderKind<PayoutAsk, SentPix, NewPixSend> {
  return {
    kind: 'PAYOUT',
    // A send may be under way for hours where a provider that is asked does not find it: money that was given back then
    // would be paid twice. Only its word that the payment failed ends one, or a person's.
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

/** Not PENDING again: the key may be wrong, which its owner alone can mend, and their money is not kept from them meanwhile. */
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

/** Whatever was ordered is approved, and nothing but the order's own end changes that. */
async function lockApproved(tx: Tx, id: Id<'money-withdrawal'>): Promise<Payout> {
  const payout = await lockPayout(tx, id, null);
  assert(payout?.status === 'APPROVED', `withdrawal ${id} has an open order and is not APPROVED`);
  return payout;
}
