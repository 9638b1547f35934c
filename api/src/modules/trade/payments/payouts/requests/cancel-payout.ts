import type { Clock } from '../../../../../platform/clock.ts';
import type { Db } from '../../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../../platform/database/idempotency.ts';
import type { Id } from '../../../../../platform/ids.ts';
import type { Push } from '../../../../../platform/realtime/events.ts';
import { lockPayout } from '../change-payouts.sql.ts';
import { payoutNotFound, stepRefused } from '../payouts.errors.ts';
import { cancelFaultOf } from '../payouts.rules.ts';
import type { Payout } from '../payouts.types.ts';
import { notifyReturned, type ReturnedPayout, returnMoney } from '../return-money.ts';

interface CancelDeps {
  db: Db;
  clock: Clock;
  push: Pick<Push, 'toUser'>;
}

interface CancelCommand {
  id: Id<'money-withdrawal'>;
  userId: Id<'user'>;
}

/** By its owner, as long as nobody has approved it. */
export async function cancelPayout(
  { db, clock, push }: CancelDeps,
  { id, userId }: CancelCommand,
  once: Once<ReturnedPayout> | null,
): Promise<Payout> {
  const returned = await writeOnce(db, once, async (tx) => {
    const payout = await lockPayout(tx, id, userId);
    if (payout === null) throw payoutNotFound();
    const fault = cancelFaultOf(payout);
    if (fault !== null) throw stepRefused(fault, payout.status);
    return returnMoney(tx, payout, { status: 'CANCELLED', endedAt: clock.now(), endedBy: userId });
  });
  notifyReturned(push, returned);
  return returned.payout;
}
