import { type Once, writeOnce } from '../../../../../platform/database/idempotency.ts';
import type { Id } from '../../../../../platform/ids.ts';
import type { Cents } from '../../../../../platform/money.ts';
import { lockAccount } from '../../../../assets/wallet/index.ts';
import { recordAudit } from '../../../../people/audit/index.ts';
import { requireSecondFactor, type SecondFactorDeps } from '../../../../people/two-factor/index.ts';
import { insertWait } from '../../../../people/withdrawal-waits/index.ts';
import { assertMayHandOn } from '../../../suspensions/index.ts';
import { hasConfirmedKeyOf, lockPayout, updateToPending } from '../change-payouts.sql.ts';
import { payoutNotFound, stepRefused } from '../payouts.errors.ts';
import { confirmFaultOf } from '../payouts.rules.ts';
import { PAYOUT_ENTITY, type Payout } from '../payouts.types.ts';

interface ConfirmCommand {
  id: Id<'money-withdrawal'>;
  userId: Id<'user'>;
  /** What the owner believes to confirm. */
  amountCents: Cents;
  code: string;
  ip: string | null;
}

/**
 * With the second factor, for this withdrawal and this amount. The code is looked at last: who confirms what cannot be
 * confirmed has not used it up.
 */
export async function confirmPayout(
  deps: SecondFactorDeps,
  { id, userId, amountCents, code, ip }: ConfirmCommand,
  once: Once<Payout> | null,
): Promise<Payout> {
  return writeOnce(deps.db, once, async (tx) => {
    const payout = await lockPayout(tx, id, userId);
    if (payout === null) throw payoutNotFound();
    const now = deps.clock.now();
    const fault = confirmFaultOf(payout, amountCents, now);
    if (fault !== null) throw stepRefused(fault, payout.status);
    await lockAccount(tx, userId);
    await assertMayHandOn(tx, userId);
    const isKnownKey = await hasConfirmedKeyOf(tx, payout);
    await requireSecondFactor(deps, tx, { userId, code, ip });
    if (!isKnownKey) await insertWait(tx, { userId, cause: 'PIX_KEY', at: now });
    const entity = { type: PAYOUT_ENTITY, id };
    // Nothing of the key: entries of the trail are never erased.
    const metadata = { amountCents, pixKeyType: payout.pixKeyType };
    const [confirmed] = await Promise.all([
      updateToPending(tx, id, now),
      recordAudit(tx, [{ action: 'WITHDRAWAL_CONFIRMED', userId, actorId: userId, entity, metadata, ip }]),
    ]);
    return confirmed;
  });
}
