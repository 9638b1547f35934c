import { createHash } from 'node:crypto';
import { type Db, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import { type Publisher, recordPublishers, requireMayPublish } from '../../../people/decisions/index.ts';
import { eventIsArchived, eventIsPublished, eventNotFound } from '../events.errors.ts';
import { lockEvent, lockPublishing, updateStatus } from '../events.sql.ts';
import type { DescribedEvent, EventContents, EventDetail } from '../events.types.ts';
import { describeEvent, readEventDetail } from '../read-event.ts';
import { checkContents } from './check-contents.ts';
import { contentsOf, publishingFaults } from './event-contents.rules.ts';

/**
 * From here on the contents do not change. They are checked again as they are stored: an item may have been archived
 * since, and nothing that cannot be played may ever be promised. The database sees to it that no two events overlap.
 */
export async function publishEvent(deps: { db: Db }, id: Id<'event'>, editor: Publisher): Promise<EventDetail> {
  return transaction(deps.db, async (tx) => {
    const [, draft] = await Promise.all([lockPublishing(tx), lockEvent(tx, id)]);
    if (draft === null) throw eventNotFound();
    if (draft.status === 'PUBLISHED') throw eventIsPublished();
    if (draft.status === 'ARCHIVED') throw eventIsArchived();
    const described = await describeEvent(tx, draft);
    const contents = contentsOf(described);
    await checkContents(tx, described, contents, publishingFaults(described));
    const { startsAt, endsAt, budgetCents } = draft;
    const metadata = { startsAt, endsAt, budgetCents };
    const entity = { type: 'event', id };
    const publisherIds = await requireMayPublish(tx, editor, {
      costCents: budgetCents ?? 0n,
      action: 'publish',
      entity,
      content: promiseOf(described, contents),
    });
    await Promise.all([
      recordPublishers(tx, entity, publisherIds),
      updateStatus(tx, id, 'PUBLISHED'),
      recordAudit(tx, [{ action: 'EVENT_PUBLISHED', userId: null, entity, metadata, ...editor }]),
    ]);
    return readEventDetail(tx, id);
  });
}

/** The budget and a hash of all that players are promised: a draft may be changed between two who publish it. */
function promiseOf(event: DescribedEvent, contents: EventContents): string {
  const { startsAt, endsAt, pointsPerReal, ticketsPerReal, budgetCents } = event;
  const promised = JSON.stringify({ startsAt, endsAt, pointsPerReal, ticketsPerReal, ...contents }, (_key, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return `${budgetCents} ${createHash('sha256').update(promised).digest('hex')}`;
}
