import { type Db, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { type Editor, recordAudit } from '../../../people/audit/index.ts';
import { eventNotFound, nothingToEnd } from '../events.errors.ts';
import { endEventNow, lockEvent } from '../events.sql.ts';
import type { EventDetail } from '../events.types.ts';
import { readEventDetail } from '../read-event.ts';

/** The end moves to now; what was earned can be claimed from then on as after any end. */
export async function endEvent(deps: { db: Db }, id: Id<'event'>, editor: Editor): Promise<EventDetail> {
  return transaction(deps.db, async (tx) => {
    const event = await lockEvent(tx, id);
    if (event === null) throw eventNotFound();
    if (!(await endEventNow(tx, id))) throw nothingToEnd();
    const metadata = { endedBefore: event.endsAt };
    const entity = { type: 'event', id };
    await recordAudit(tx, [{ action: 'EVENT_ENDED', userId: null, entity, metadata, ...editor }]);
    return readEventDetail(tx, id);
  });
}
