import { type Db, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { type Editor, recordAudit } from '../../../people/audit/index.ts';
import { eventHasStarted, eventNotFound } from '../events.errors.ts';
import { lockEvent, updateStatus } from '../events.sql.ts';
import type { EventDetail } from '../events.types.ts';
import { hasPlayers } from '../pass/progress.sql.ts';
import { readEventDetail } from '../read-event.ts';

/** Only what nobody has played yet. Archiving twice is archiving once. */
export async function archiveEvent(deps: { db: Db }, id: Id<'event'>, editor: Editor): Promise<EventDetail> {
  return transaction(deps.db, async (tx) => {
    const [event, isPlayed] = await Promise.all([lockEvent(tx, id), hasPlayers(tx, id)]);
    if (event === null) throw eventNotFound();
    if (event.status !== 'ARCHIVED') {
      // What players have earned holds it, too, whatever the clock says.
      if (isPlayed || (event.status === 'PUBLISHED' && event.hasStarted)) throw eventHasStarted();
      const metadata = { from: event.status };
      const entity = { type: 'event', id };
      await Promise.all([
        updateStatus(tx, id, 'ARCHIVED'),
        recordAudit(tx, [{ action: 'EVENT_ARCHIVED', userId: null, entity, metadata, ...editor }]),
      ]);
    }
    return readEventDetail(tx, id);
  });
}
