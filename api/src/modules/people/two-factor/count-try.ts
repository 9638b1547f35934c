import type { Clock } from '../../../platform/clock.ts';
import { type Db, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { recordAudit } from '../audit/index.ts';
import type { NotifySecurity } from '../notifications/index.ts';
import { insertTry, readTries, updateToReported } from './tries.sql.ts';
import { tooManyWrongCodes } from './two-factor.errors.ts';
import { tooManyCodesTried } from './two-factor.notifications.ts';
import { MAX_WRONG_TRIES, waitMsAfter, windowStart } from './two-factor.rules.ts';

interface CountedTry {
  userId: Id<'user'>;
  /** Where the caller is; the trail has it. */
  ip: string | null;
}

/**
 * Before a code is looked at, and apart from the transaction that looks: what that refuses it also rolls back, and the try
 * must stay. Gives the moment of the try, which is its name when it turns out right.
 */
export async function countTry(
  { db, clock, notifySecurity }: { db: Db; clock: Clock; notifySecurity: NotifySecurity },
  { userId, ip }: CountedTry,
): Promise<Date> {
  const now = clock.now();
  const attempt = { userId, now, since: windowStart(now) };
  if (await insertTry(db.apart, attempt, MAX_WRONG_TRIES)) return now;
  const tries = await transaction(db.apart, async (tx) => {
    if (await updateToReported(tx, attempt)) {
      await Promise.all([
        recordAudit(tx, [{ action: 'TWO_FACTOR_LOCKED', userId, actorId: userId, ip }]),
        notifySecurity(tx, userId, [tooManyCodesTried()]),
      ]);
    }
    return readTries(tx, userId);
  });
  throw tooManyWrongCodes(waitMsAfter(tries, now));
}
