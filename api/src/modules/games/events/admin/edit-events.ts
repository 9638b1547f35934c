import { createHash } from 'node:crypto';
import { changedFields } from '../../../../platform/changed-fields.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import { findUsableItems } from '../../../assets/items/index.ts';
import { type Editor, recordAudit } from '../../../people/audit/index.ts';
import { type Publisher, recordPublishers, requireMayPublish } from '../../../people/decisions/index.ts';
import {
  budgetIsNotMore,
  eventHasStarted,
  eventIsArchived,
  eventIsPublished,
  eventNotFound,
  nothingToEnd,
  unsoundEvent,
} from '../events.errors.ts';
import type {
  DescribedEvent,
  EventContents,
  EventDetail,
  EventFault,
  EventFields,
  EventTexts,
  ShootTable,
  StoredEvent,
} from '../events.records.ts';
import { contentsOf, itemIdsOf, planContents, publishingFaults, timeFaults } from '../events.rules.ts';
import {
  endEventNow,
  insertEvent,
  lockEvent,
  lockPublishing,
  replacePrizes,
  replaceTiers,
  updateEvent,
  updateStatus,
  upsertBudget,
} from '../events.sql.ts';
import { hasPlayers } from '../pass/pass.sql.ts';
import { describeEvent, readEventDetail } from '../read-event.ts';

/**
 * 422 names every fault with its place. No item is locked, since it may be archived at any later time as well. `more`
 * are faults that were found elsewhere.
 */
async function checkContents(
  tx: Tx,
  fields: Pick<EventFields, 'startsAt' | 'endsAt'>,
  contents: EventContents,
  more: readonly EventFault[] = [],
): Promise<ShootTable[]> {
  const usableIds = await findUsableItems(tx, itemIdsOf(contents));
  const { tables, faults } = planContents(contents, usableIds);
  const allFaults = [...timeFaults(fields), ...more, ...faults];
  if (allFaults.length > 0) throw unsoundEvent(allFaults);
  return tables;
}

export interface CreateEvent extends EventContents {
  fields: EventFields;
}

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

/** Missing fields stay as they are; tiers and tables are replaced as a whole. */
export interface EventEdit extends Partial<EventContents> {
  texts: Partial<EventTexts>;
  /** Only a draft may change its promises to players. */
  terms: Partial<Omit<EventFields, keyof EventTexts | 'budgetCents'>>;
  /** A published budget can only grow. */
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

/** An administrator gives the difference away, as the whole budget before. */
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

/**
 * The stored contents are checked again, because an item may have been archived since. From here on they do not change.
 * The database refuses events that overlap.
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

/**
 * A draft may change between the two administrators who publish it, so both sign the budget and a hash of all promises.
 */
function promiseOf(event: DescribedEvent, contents: EventContents): string {
  const { startsAt, endsAt, pointsPerReal, ticketsPerReal, budgetCents } = event;
  const promised = JSON.stringify({ startsAt, endsAt, pointsPerReal, ticketsPerReal, ...contents }, (_key, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return `${budgetCents} ${createHash('sha256').update(promised).digest('hex')}`;
}

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

export async function archiveEvent(deps: { db: Db }, id: Id<'event'>, editor: Editor): Promise<EventDetail> {
  return transaction(deps.db, async (tx) => {
    const [event, isPlayed] = await Promise.all([lockEvent(tx, id), hasPlayers(tx, id)]);
    if (event === null) throw eventNotFound();
    if (event.status !== 'ARCHIVED') {
      // Points of players hold the event, whatever the clock says.
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
