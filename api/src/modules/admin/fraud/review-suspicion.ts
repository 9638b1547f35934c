import type { Clock } from '../../../platform/clock.ts';
import { type Db, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { recordAudit } from '../../people/audit/index.ts';
import { findGainsOf, ownRecord, requireOthersRecord } from '../../people/decisions/index.ts';
import { suspicionIsOver, suspicionNotFound } from './fraud.errors.ts';
import type { Suspicion } from './fraud.types.ts';
import { findSuspicion, updateToReviewed } from './suspicions.sql.ts';

interface ReviewSuspicion {
  suspicionId: Id<'suspicion'>;
  note: string;
  actorId: Id<'user'>;
  ip: string;
}

/** Somebody has looked at it. Who was first is kept. The entry names the user as its record: their own list has it not. */
export async function reviewSuspicion(deps: { db: Db; clock: Clock }, command: ReviewSuspicion): Promise<Suspicion> {
  const { suspicionId, note, actorId, ip } = command;
  return transaction(deps.db, async (tx) => {
    const isDone = await updateToReviewed(tx, suspicionId, { at: deps.clock.now(), by: actorId, note });
    const found = await findSuspicion(tx, suspicionId);
    if (found === null) throw suspicionNotFound();
    requireOthersRecord(actorId, found.userId);
    // Nor does an administrator from whom they gained say that it is well.
    const gains = await findGainsOf(tx, found.userId, deps.clock.now());
    const givers = [found.figures.administratorId, ...gains.map(({ administratorId }) => administratorId)];
    if (givers.includes(actorId)) throw ownRecord();
    if (found.state === 'OVER') throw suspicionIsOver();
    if (isDone) {
      const { userId, reason, figures } = found;
      const entity = { type: 'user', id: userId };
      const metadata = { suspicionId, reason, note, figures };
      await recordAudit(tx, [{ action: 'SUSPICION_REVIEWED', userId: null, actorId, entity, metadata, ip }]);
    }
    return found;
  });
}
