import { changedFields } from '../../../../platform/changed-fields.ts';
import { type Db, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { type Editor, recordAudit } from '../../../people/audit/index.ts';
import { replacePrizes, replaceTiers } from '../event-contents.sql.ts';
import { eventIsArchived, eventIsPublished, eventNotFound } from '../events.errors.ts';
import { lockEvent, updateEvent } from '../events.sql.ts';
import type { EventContents, EventDetail, EventFields, EventTexts } from '../events.types.ts';
import { readEventDetail } from '../read-event.ts';
import { checkContents } from './check-contents.ts';

/** What is left out stays as it is; tiers and tables are given as a whole. */
export interface EventEdit extends Partial<EventContents> {
  texts: Partial<EventTexts>;
  /** What players are promised: only of a draft. */
  terms: Partial<Omit<EventFields, keyof EventTexts>>;
}

export async function editEvent(
  deps: { db: Db },
  id: Id<'event'>,
  { texts, terms, tiers, shoots }: EventEdit,
  editor: Editor,
): Promise<EventDetail> {
  return transaction(deps.db, async (tx) => {
    const before = await lockEvent(tx, id);
    if (before === null) throw eventNotFound();
    if (before.status === 'ARCHIVED') throw eventIsArchived();
    const changesTerms = Object.keys(terms).length > 0 || tiers !== undefined || shoots !== undefined;
    if (before.status === 'PUBLISHED' && changesTerms) throw eventIsPublished();
    const given = { ...texts, ...terms };
    const fields = { ...before, ...given };
    const contents = { tiers: tiers ?? [], shoots: shoots ?? [] };
    const tables = changesTerms ? await checkContents(tx, fields, contents) : [];
    const changes = {
      ...changedFields(before, given),
      ...(tiers === undefined ? {} : { tiers: tiers.length }),
      ...(shoots === undefined ? {} : { shoots: shoots.length }),
    };
    if (Object.keys(changes).length > 0) {
      const entity = { type: 'event', id };
      await Promise.all([
        updateEvent(tx, id, fields),
        tiers === undefined ? null : replaceTiers(tx, id, tiers),
        shoots === undefined ? null : replacePrizes(tx, id, tables),
        recordAudit(tx, [{ action: 'EVENT_UPDATED', userId: null, entity, metadata: changes, ...editor }]),
      ]);
    }
    return readEventDetail(tx, id);
  });
}
