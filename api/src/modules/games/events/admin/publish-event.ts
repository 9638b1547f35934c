import { type Db, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { type Editor, recordAudit } from '../../../people/audit/index.ts';
import { eventIsArchived, eventIsPublished, eventNotFound } from '../events.errors.ts';
import { lockEvent, lockPublishing, updateStatus } from '../events.sql.ts';
import type { EventDetail } from '../events.types.ts';
import { describeEvent, readEventDetail } from '../read-event.ts';
import { checkContents } from './check-contents.ts';
import { contentsOf, publishingFaults } from './event-contents.rules.ts';

/**
 * From here on the contents do not change. They are checked again as they are stored: an item may have been archived
 * since, and nothing that cannot be played may ever be promised. The database sees to it that no two events overlap.
 */
export async function publishEvent(deps: { db: Db }, id: Id<'event'>, editor: Editor): Promise<EventDetail> {
  return transaction(deps.db, async (tx) => {
    const [, draft] = await Promise.all([lockPublishing(tx), lockEvent(tx, id)]);
    if (draft === null) throw eventNotFound();
    if (draft.status === 'PUBLISHED') throw eventIsPublished();
    if (draft.status === 'ARCHIVED') throw eventIsArchived();
    const described = await describeEvent(tx, draft);
    await checkContents(tx, described, contentsOf(described), publishingFaults(described));
    const metadata = { startsAt: draft.startsAt, endsAt: draft.endsAt };
    const entity = { type: 'event', id };
    await Promise.all([
      updateStatus(tx, id, 'PUBLISHED'),
      recordAudit(tx, [{ action: 'EVENT_PUBLISHED', userId: null, entity, metadata, ...editor }]),
    ]);
    return readEventDetail(tx, id);
  });
}
