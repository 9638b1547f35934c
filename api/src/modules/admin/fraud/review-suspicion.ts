import type { Clock } from '../../../platform/clock.ts';
import { type Db, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { recordAudit } from '../../people/audit/index.ts';
import { findGainsOf, ownRecord, requireOthersRecord } from '../../people/decisions/index.ts';
import { type Suspicion, suspicionIsOver, suspicionNotFound } from './fraud.records.ts';
import { findSuspicion, updateToReviewed } from './fraud.sql.ts';

interface ReviewSuspicion {
  suspicionId: Id<'suspicion'>;
  note: string;
  actorId: Id<'user'>;
  ip: string;
}

/** The first review is kept. The audit entry names the user as its record, so their own list does not show it. */
export async function reviewSuspicion(deps: { db: Db; clock: Clock }, command: ReviewSuspicion): Promise<Suspicion> {
  const { suspicionId, note, actorId, ip } = command;
  return transaction(deps.db, async (tx) => {
    const isDone = await updateToReviewed(tx, suspicionId, { at: deps.clock.now(), by: actorId, note });
    const found = await findSuspicion(tx, suspicionId);
    if (found === null) throw suspicionNotFound();
    requireOthersRecord(actorId, found.userId);
    // An administrator from whom the user gained may not clear them either.
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
