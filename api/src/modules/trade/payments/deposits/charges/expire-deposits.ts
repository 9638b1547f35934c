import type { Clock } from '../../../../../platform/clock.ts';
import { type Db, transaction } from '../../../../../platform/database/db.ts';
import type { Push } from '../../../../../platform/realtime/events.ts';
import { type ExpiredDeposit, expireDeposits } from '../change-deposits.sql.ts';
import { depositExpiredEvent } from '../deposits.events.ts';

const AT_ONCE = 500;

interface ExpireDeps {
  db: Db;
  clock: Clock;
  push: Pick<Push, 'toUser'>;
}

/** Charges that can be paid no more, a part at a time. */
export async function expireDueDeposits({ db, clock, push }: ExpireDeps): Promise<void> {
  let expired: ExpiredDeposit[];
  do {
    expired = await transaction(db, (tx) => expireDeposits(tx, clock.now(), AT_ONCE));
    pushExpired(push, expired);
  } while (expired.length === AT_ONCE);
}

/** After the commit. */
export function pushExpired(push: Pick<Push, 'toUser'>, expired: readonly ExpiredDeposit[]): void {
  for (const { id, userId, amountCents } of expired) {
    push.toUser(userId, depositExpiredEvent, { depositId: id, amountCents: amountCents.toString() });
  }
}
