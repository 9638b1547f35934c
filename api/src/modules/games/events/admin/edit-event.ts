import { changedFields } from '../../../../platform/changed-fields.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import { type Publisher, recordPublishers, requireMayPublish } from '../../../people/decisions/index.ts';
import { replacePrizes, replaceTiers } from '../event-contents.sql.ts';
import { budgetIsNotMore, eventIsArchived, eventIsPublished, eventNotFound } from '../events.errors.ts';
import { lockEvent, updateEvent, upsertBudget } from '../events.sql.ts';
import type { EventContents, EventDetail, EventFields, EventTexts, StoredEvent } from '../events.types.ts';
import { readEventDetail } from '../read-event.ts';
import { checkContents } from './check-contents.ts';

/** What is left out stays as it is; tiers and tables are given as a whole. */
export interface EventEdit extends Partial<EventContents> {
  texts: Partial<EventTexts>;
  /** What players are promised: only of a draft. */
  terms: Partial<Omit<EventFields, keyof EventTexts | 'budgetCents'>>;
  /** Of an event that is published it can only grow. */
  budgetCents?: Cents;
}

export async function editEvent(
  deps: { db: Db },
  id: Id<'event'>,
  { texts, terms, tiers, shoots, budgetCents }: EventEdit,
  editor: Publisher,
): Promise<EventDetail> {
  return transaction(deps.db, async (tx) => {
    const before = await lockEvent(tx, id);
    if (before === null) throw eventNotFound();
    if (before.status === 'ARCHIVED') throw eventIsArchived();
    const changesTerms = Object.keys(terms).length > 0 || tiers !== undefined || shoots !== undefined;
    if (before.status === 'PUBLISHED' && changesTerms) throw eventIsPublished();
    const given: Partial<EventFields> = { ...texts, ...terms, ...(budgetCents === undefined ? {} : { budgetCents }) };
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
      const isRaised = before.status === 'PUBLISHED' && 'budgetCents' in changes;
      const publisherIds = isRaised ? await requireMayRaise(tx, editor, before, fields.budgetCents) : [editor.actorId];
      await Promise.all([
        updateEvent(tx, id, fields),
        budgetCents === undefined ? null : upsertBudget(tx, id, budgetCents),
        recordPublishers(
          tx,
          entity,
          publisherIds.filter((publisherId) => publisherId !== null),
        ),
        tiers === undefined ? null : replaceTiers(tx, id, tiers),
        shoots === undefined ? null : replacePrizes(tx, id, tables),
        recordAudit(tx, [{ action: 'EVENT_UPDATED', userId: null, entity, metadata: changes, ...editor }]),
      ]);
    }
    return readEventDetail(tx, id);
  });
}

/** More may be given than was published: the difference is given as the whole was. */
function requireMayRaise(
  tx: Tx,
  editor: Publisher,
  { id, budgetCents: before }: StoredEvent,
  after: Cents | null,
): Promise<Id<'user'>[]> {
  if (before === null || after === null || after <= before) throw budgetIsNotMore();
  return requireMayPublish(tx, editor, {
    costCents: after - before,
    action: 'raise-budget',
    entity: { type: 'event', id },
    content: `${before} ${after}`,
  });
}
