import { strict as assert } from 'node:assert';
import { type Once, writeOnce } from '../../../../../platform/database/idempotency.ts';
import type { Id } from '../../../../../platform/ids.ts';
import { lockAccount } from '../../../../assets/wallet/index.ts';
import { recordAudit } from '../../../../people/audit/index.ts';
import { type Decider, type DecisionDeps, requireMayDecide } from '../../../../people/decisions/index.ts';
import { withdrawalCompleted } from '../../../../people/notifications/index.ts';
import { type AtRisk, type RiskDeps, withRisk } from '../../../suspensions/index.ts';
import { lockPayout } from '../change-payouts.sql.ts';
import type { PayoutDeps } from '../payout-deps.ts';
import { payoutNotFound, stepRefused } from '../payouts.errors.ts';
import { completeFaultOf } from '../payouts.rules.ts';
import { findReviewedPayout } from '../payouts.sql.ts';
import { PAYOUT_ENTITY, type ReviewedPayout } from '../payouts.types.ts';
import { settlePayout } from '../settle-payout.ts';

interface CompleteCommand {
  id: Id<'money-withdrawal'>;
  /** Of the payment that was made by hand, where it is known. */
  endToEndId: string | null;
}

/** An administrator has paid it by hand. What the provider was asked to pay is completed by its answer alone. */
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
