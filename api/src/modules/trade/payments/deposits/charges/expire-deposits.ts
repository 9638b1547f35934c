import type { Clock } from '../../../../../platform/clock.ts';
import { type Db, transaction } from '../../../../../platform/database/db.ts';
import { expireDeposits } from '../change-deposits.sql.ts';

const AT_ONCE = 500;

/** Charges that can be paid no more, a part at a time. */
export async function expireDueDeposits({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  let expired: number;
  do expired = await transaction(db, (tx) => expireDeposits(tx, clock.now(), AT_ONCE));
  while (expired === AT_ONCE);
}
