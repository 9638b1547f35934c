import type { Clock } from '../../../../../platform/clock.ts';
import { type Db, transaction } from '../../../../../platform/database/db.ts';
import type { Id } from '../../../../../platform/ids.ts';
import type { Logger } from '../../../../../platform/observability/logger.ts';
import type { Push } from '../../../../../platform/realtime/events.ts';
import { type NotifyUser, withdrawalFailed } from '../../../../people/notifications/index.ts';
import { lockPayout } from '../change-payouts.sql.ts';
import { isDue } from '../payouts.rules.ts';
import { listDuePayouts } from '../payouts.sql.ts';
import { notifyReturned, type ReturnedPayout, returnMoney } from '../return-money.ts';

export const EXPIRE_PAYOUTS = 'expire-money-withdrawals';

export interface ExpireDeps {
  db: Db;
  clock: Clock;
  push: Pick<Push, 'toUser'>;
  notifyUser: NotifyUser;
  logger: Logger;
}

/** Those of more than this many that come due within a minute expire with the next look. */
const AT_MOST = 500;

/** What was not confirmed in time: each in a transaction of its own, so that one that fails does not hold up the others. */
export async function expirePayouts(deps: ExpireDeps): Promise<void> {
  const { db, clock, push, notifyUser, logger } = deps;
  for (const id of await listDuePayouts(db, clock.now(), AT_MOST)) {
    const returned = await expire(deps, id).catch((err: unknown) => {
      logger.error({ err, withdrawalId: id }, 'A money withdrawal could not expire, and is tried again');
      return null;
    });
    if (returned === null) continue;
    notifyReturned(push, returned);
    notifyUser(returned.payout.userId, [withdrawalFailed({ reason: 'não foi confirmado a tempo' })]);
  }
}

/** Null where it was confirmed, cancelled or expired meanwhile. */
function expire({ db, clock }: ExpireDeps, id: Id<'money-withdrawal'>): Promise<ReturnedPayout | null> {
  return transaction(db, async (tx) => {
    const payout = await lockPayout(tx, id, null);
    const now = clock.now();
    if (payout === null || !isDue(payout, now)) return null;
    return returnMoney(tx, payout, { status: 'EXPIRED', endedAt: now, endedBy: null });
  });
}
