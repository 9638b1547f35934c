import { strict as assert } from 'node:assert';
import type { Tx } from '../../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../../platform/database/idempotency.ts';
import type { Id } from '../../../../../platform/ids.ts';
import type { Cents } from '../../../../../platform/money.ts';
import { lockAccount, notifyBalance } from '../../../../assets/wallet/index.ts';
import { recordAudit } from '../../../../people/audit/index.ts';
import {
  type Decider,
  type DecisionDeps,
  requireMayDecide,
  requireOthersRecord,
} from '../../../../people/decisions/index.ts';
import { withdrawalFailed } from '../../../../people/notifications/index.ts';
import { type AtRisk, type RiskDeps, withRisk } from '../../../suspensions/index.ts';
import { lockPayout } from '../change-payouts.sql.ts';
import type { PayoutDeps } from '../payout-deps.ts';
import { payoutNotFound, stepRefused } from '../payouts.errors.ts';
import { rejectFaultOf } from '../payouts.rules.ts';
import { findReviewedPayout } from '../payouts.sql.ts';
import { PAYOUT_ENTITY, type Payout, type ReviewedPayout } from '../payouts.types.ts';
import { returnMoney } from '../return-money.ts';

interface RejectCommand {
  id: Id<'money-withdrawal'>;
  /** Shown to the owner. */
  reason: string;
  /** That nothing was sent, of one that is approved and paid by hand. */
  isNotPaid: boolean;
}

/** The money is the owner's to spend again. */
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
 * One that is approved may have been paid, and given back it would be paid twice: who says that it was not decides on money,
 * as who says that it was. The reason is for its owner, and each administrator says it in words of their own.
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
