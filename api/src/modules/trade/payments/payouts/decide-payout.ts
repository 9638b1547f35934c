import { strict as assert } from 'node:assert';
import { randomBytes } from 'node:crypto';
import type { Tx } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import { lockAccount, notifyBalance } from '../../../assets/wallet/index.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import {
  type Decider,
  type DecisionDeps,
  requireMayDecide,
  requireNotNear,
  requireOthersRecord,
} from '../../../people/decisions/index.ts';
import { withdrawalCompleted, withdrawalFailed } from '../../../people/notifications/index.ts';
import { requireNoWait, type WaitDeps } from '../../../people/withdrawal-waits/index.ts';
import { type AtRisk, assertOwnerMayHandOn, type RiskDeps, readDebt, withRisk } from '../../suspensions/index.ts';
import { type PayoutDeps, returnMoney, settlePayout } from './end-payouts.ts';
import type { PayoutOrders } from './payout-orders.ts';
import {
  approveFaultOf,
  completeFaultOf,
  ownerOwes,
  payoutNotFound,
  rejectFaultOf,
  stepRefused,
} from './payout-steps.records.ts';
import { PAYOUT_ENTITY, type Payout, type ReviewedPayout } from './payouts.records.ts';
import { findReviewedPayout, lockPayout, updateToApproved } from './payouts.sql.ts';

export interface ApproveDeps extends Pick<PayoutDeps, 'db' | 'clock'>, RiskDeps, WaitDeps {
  /** Null without a provider: administrators pay by hand. */
  payoutOrders: PayoutOrders | null;
  logger: Logger;
}

/**
 * Places the order to pay in the same transaction and sends it afterwards; its answer completes the withdrawal. An
 * owner who owes for a returned deposit is refused, because rejecting the withdrawal pays the debt.
 */
export async function approvePayout(
  deps: ApproveDeps,
  id: Id<'money-withdrawal'>,
  editor: Decider,
  once: Once<AtRisk<ReviewedPayout>> | null,
): Promise<AtRisk<ReviewedPayout>> {
  const approved = await writeOnce(deps.db, once, async (tx) => {
    const payout = await lockPayout(tx, id, null);
    if (payout === null) throw payoutNotFound();
    const fault = approveFaultOf(payout);
    if (fault !== null) throw stepRefused(fault, payout.status);
    await lockAccount(tx, payout.userId);
    await requireNotNear(deps, tx, { actorId: editor.actorId, ownerId: payout.userId });
    await requireMayDecide(deps, tx, editor, {
      ownerId: payout.userId,
      amountCents: payout.amountCents,
      action: 'approve',
      entity: { type: PAYOUT_ENTITY, id },
      content: payout.amountCents.toString(),
    });
    await assertOwnerMayHandOn(tx, payout.userId);
    await requireNoWait(deps, tx, payout.userId);
    const { debtCents } = await readDebt(tx, payout.userId);
    if (debtCents > 0n) throw ownerOwes(debtCents);
    return approve(deps, tx, payout, editor);
  });
  if (approved.orderId !== null) {
    deps.payoutOrders
      ?.send(approved.orderId)
      .catch((err: unknown) => deps.logger.warn({ err }, 'A payout is left to the job that settles orders'));
  }
  return approved;
}

async function approve(
  deps: ApproveDeps,
  tx: Tx,
  payout: Payout,
  { actorId, ip, reason }: Decider,
): Promise<AtRisk<ReviewedPayout>> {
  const { clock, payoutOrders } = deps;
  const { id, userId, amountCents } = payout;
  const ask = { payoutId: id, amountCents: amountCents.toString() };
  const orderId = payoutOrders && (await payoutOrders.place(tx, { projectId: newSendId(), ask }));
  const entity = { type: PAYOUT_ENTITY, id };
  const metadata = { amountCents, isByHand: orderId === null, ...(reason !== null && { reason }) };
  const [, , reviewed] = await Promise.all([
    updateToApproved(tx, { id, approvedBy: actorId, approvedAt: clock.now(), orderId }),
    recordAudit(tx, [{ action: 'WITHDRAWAL_APPROVED', userId, actorId, entity, metadata, ip }]),
    findReviewedPayout(tx, id),
  ]);
  assert(reviewed !== null, 'a withdrawal is never deleted');
  return withRisk(deps, tx, PAYOUT_ENTITY, reviewed);
}

/** It is random, because several databases may share a provider. */
const newSendId = () => randomBytes(16).toString('hex');

interface RejectCommand {
  id: Id<'money-withdrawal'>;
  reason: string;
  /** Confirms that nothing was sent for an approved withdrawal. */
  isNotPaid: boolean;
}

export async function rejectPayout(
  deps: PayoutDeps & RiskDeps & DecisionDeps,
  { id, reason, isNotPaid }: RejectCommand,
  editor: Decider,
  once: Once<AtRisk<ReviewedPayout>> | null,
): Promise<AtRisk<ReviewedPayout>> {
  const { db, clock, push, notifyUser } = deps;
  const { actorId, ip } = editor;
  let balanceCents: Cents = 0n;
  const rejected = await writeOnce(db, once, async (tx) => {
    const payout = await lockPayout(tx, id, null);
    if (payout === null) throw payoutNotFound();
    requireOthersRecord(actorId, payout.userId);
    const fault = rejectFaultOf(payout, isNotPaid);
    if (fault !== null) throw stepRefused(fault, payout.status);
    if (payout.status === 'APPROVED') await requireMayGiveBack(deps, tx, editor, payout);
    const end = { status: 'REJECTED', endedAt: clock.now(), endedBy: actorId, failureReason: reason } as const;
    ({ balanceCents } = await returnMoney(tx, payout, end));
    const { userId, amountCents, status } = payout;
    const entity = { type: PAYOUT_ENTITY, id };
    const metadata = { amountCents, reason, wasApproved: status === 'APPROVED' };
    const [, reviewed] = await Promise.all([
      recordAudit(tx, [{ action: 'WITHDRAWAL_REJECTED', userId, actorId, entity, metadata, ip }]),
      findReviewedPayout(tx, id),
    ]);
    assert(reviewed !== null, 'a withdrawal is never deleted');
    return withRisk(deps, tx, PAYOUT_ENTITY, reviewed);
  });
  notifyBalance(push, rejected.userId, balanceCents);
  notifyUser(rejected.userId, [withdrawalFailed({ reason })]);
  return rejected;
}

/**
 * An approved withdrawal may have been paid already, so giving its money back is a decision on money. The reason may
 * differ between the two administrators.
 */
async function requireMayGiveBack(
  deps: DecisionDeps,
  tx: Tx,
  editor: Decider,
  { id, userId, amountCents }: Payout,
): Promise<void> {
  await lockAccount(tx, userId);
  await requireMayDecide(deps, tx, editor, {
    ownerId: userId,
    amountCents,
    action: 'reject',
    entity: { type: PAYOUT_ENTITY, id },
    content: amountCents.toString(),
  });
}

interface CompleteCommand {
  id: Id<'money-withdrawal'>;
  endToEndId: string | null;
}

/** An administrator has paid by hand. */
export async function completePayout(
  deps: PayoutDeps & RiskDeps & DecisionDeps,
  { id, endToEndId }: CompleteCommand,
  editor: Decider,
  once: Once<AtRisk<ReviewedPayout>> | null,
): Promise<AtRisk<ReviewedPayout>> {
  const { db, clock, notifyUser } = deps;
  const { actorId, ip, reason } = editor;
  const completed = await writeOnce(db, once, async (tx) => {
    const payout = await lockPayout(tx, id, null);
    if (payout === null) throw payoutNotFound();
    const fault = completeFaultOf(payout);
    if (fault !== null) throw stepRefused(fault, payout.status);
    await lockAccount(tx, payout.userId);
    await requireMayDecide(deps, tx, editor, {
      ownerId: payout.userId,
      amountCents: payout.amountCents,
      // By its approval.
      isCountedBefore: true,
      action: 'complete',
      entity: { type: PAYOUT_ENTITY, id },
      content: endToEndId ?? '',
    });
    await settlePayout(tx, payout, { paidAt: clock.now(), paidBy: actorId, endToEndId });
    const { userId, amountCents } = payout;
    const entity = { type: PAYOUT_ENTITY, id };
    const metadata = { amountCents, endToEndId, ...(reason !== null && { reason }) };
    const [, reviewed] = await Promise.all([
      recordAudit(tx, [{ action: 'WITHDRAWAL_COMPLETED', userId, actorId, entity, metadata, ip }]),
      findReviewedPayout(tx, id),
    ]);
    assert(reviewed !== null, 'a withdrawal is never deleted');
    return withRisk(deps, tx, PAYOUT_ENTITY, reviewed);
  });
  notifyUser(completed.userId, [withdrawalCompleted(completed)]);
  return completed;
}
