import { strict as assert } from 'node:assert';
import { randomBytes } from 'node:crypto';
import type { Tx } from '../../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../../platform/database/idempotency.ts';
import type { Id } from '../../../../../platform/ids.ts';
import type { Logger } from '../../../../../platform/observability/logger.ts';
import { lockAccount } from '../../../../assets/wallet/index.ts';
import { recordAudit } from '../../../../people/audit/index.ts';
import { type Decider, requireMayDecide, requireNotNear } from '../../../../people/decisions/index.ts';
import { requireNoWait, type WaitDeps } from '../../../../people/withdrawal-waits/index.ts';
import { type AtRisk, assertOwnerMayHandOn, type RiskDeps, readDebt, withRisk } from '../../../suspensions/index.ts';
import { lockPayout, updateToApproved } from '../change-payouts.sql.ts';
import type { PayoutDeps } from '../payout-deps.ts';
import type { PayoutOrders } from '../payout-orders.ts';
import { ownerOwes, payoutNotFound, stepRefused } from '../payouts.errors.ts';
import { approveFaultOf } from '../payouts.rules.ts';
import { findReviewedPayout } from '../payouts.sql.ts';
import { PAYOUT_ENTITY, type Payout, type ReviewedPayout } from '../payouts.types.ts';

export interface ApproveDeps extends Pick<PayoutDeps, 'db' | 'clock'>, RiskDeps, WaitDeps {
  /** Null: no provider is configured, and administrators pay by hand. */
  payoutOrders: PayoutOrders | null;
  logger: Logger;
}

/**
 * Nothing is approved for who owes for a deposit that was given back: rejected, the money pays the debt. Under the lock of
 * the account, so that a return that is heard of at the same moment comes before or after. Where there is a provider, the order to pay is committed with the approval and sent after it. Nobody waits for the
 * provider's answer: it completes the withdrawal when it comes, or is asked for by a job.
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

/** At most 35 letters and digits. Drawn, since databases that share a provider count from the same numbers. */
const newSendId = () => randomBytes(16).toString('hex');
