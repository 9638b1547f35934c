import type { Clock } from '../../../../platform/clock.ts';
import { type Db, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import { findAgeConfirmation, insertAgeConfirmation } from '../limits.sql.ts';

/** That the user is of age, once and for good; gives when it was first said. */
export async function confirmAge(
  { db, clock }: { db: Db; clock: Clock },
  { userId, ip }: { userId: Id<'user'>; ip: string },
): Promise<Date> {
  return transaction(db, async (tx) => {
    const isFirst = await insertAgeConfirmation(tx, userId, clock.now());
    if (isFirst) await recordAudit(tx, [{ action: 'AGE_CONFIRMED', userId, actorId: userId, ip }]);
    return (await findAgeConfirmation(tx, userId)) as Date;
  });
}
