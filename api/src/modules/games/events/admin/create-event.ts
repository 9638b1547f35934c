import { type Db, transaction } from '../../../../platform/database/db.ts';
import { type Editor, recordAudit } from '../../../people/audit/index.ts';
import { recordPublishers } from '../../../people/decisions/index.ts';
import { replacePrizes, replaceTiers } from '../event-contents.sql.ts';
import { insertEvent, upsertBudget } from '../events.sql.ts';
import type { EventContents, EventDetail, EventFields } from '../events.types.ts';
import { readEventDetail } from '../read-event.ts';
import { checkContents } from './check-contents.ts';

export interface CreateEvent extends EventContents {
  fields: EventFields;
}

/** A draft, which nobody but administrators sees. */
export async function createEvent(
  deps: { db: Db },
  { fields, tiers, shoots }: CreateEvent,
  editor: Editor,
): Promise<EventDetail> {
  return transaction(deps.db, async (tx) => {
    const tables = await checkContents(tx, fields, { tiers, shoots });
    const id = await insertEvent(tx, fields, editor.actorId);
    const metadata = { ...fields, tiers: tiers.length, shoots: shoots.length };
    const entity = { type: 'event', id };
    await Promise.all([
      fields.budgetCents === null ? null : upsertBudget(tx, id, fields.budgetCents),
      recordPublishers(tx, entity, editor.actorId === null ? [] : [editor.actorId]),
      replaceTiers(tx, id, tiers),
      replacePrizes(tx, id, tables),
      recordAudit(tx, [{ action: 'EVENT_CREATED', userId: null, entity, metadata, ...editor }]),
    ]);
    return readEventDetail(tx, id);
  });
}
