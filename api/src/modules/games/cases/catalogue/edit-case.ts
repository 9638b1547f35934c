import { changedFields } from '../../../../platform/changed-fields.ts';
import { announce } from '../../../../platform/database/announcements.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { findUsableItems } from '../../../assets/items/index.ts';
import { type AuditEntry, type Editor, recordAudit } from '../../../people/audit/index.ts';
import { type Publisher, requireMayPublish } from '../../../people/decisions/index.ts';
import {
  type ContentsFault,
  caseNotFound,
  caseVersionMoved,
  caseWithoutContents,
  itemNotInCase,
  lastItem,
  unsoundContents,
} from '../cases.records.ts';
import { CASES_CHANGED, readCaseDetail } from './case-catalogue.ts';
import {
  type CaseContents,
  type ContentsChange,
  type GivenItems,
  isSameContents,
  planContents,
  withoutItem,
} from './case-contents.rules.ts';
import {
  findContents,
  findVersionNumber,
  insertCase,
  insertVersion,
  type LockedCase,
  lockCase,
  updateCase,
} from './cases.sql.ts';
import type { CaseDetail } from './catalogue.records.ts';
import type { CaseCreation, CaseEdit, CaseFields } from './given-cases.records.ts';

/** The transaction has locked its row. */
interface ChangedCase {
  id: Id<'case'>;
  versionId: Id<'case-version'> | null;
}

/** Returns the version that is played afterwards. Equal contents make no new version. */
async function changeContents(
  tx: Tx,
  { id, versionId }: ChangedCase,
  change: ContentsChange,
  editor: Editor,
): Promise<Id<'case-version'> | null> {
  const before = versionId === null ? null : await findContents(tx, versionId);
  const { result: contents, faults } = planContents(before, change);
  const allFaults = [...faults, ...(await unusableItemFaults(tx, change.given))];
  if (allFaults.length > 0) throw unsoundContents(allFaults);
  if (contents === null || (before !== null && isSameContents(before, contents))) return versionId;
  return storeVersion(tx, id, contents, editor);
}

async function storeVersion(
  tx: Tx,
  caseId: Id<'case'>,
  contents: CaseContents,
  editor: Editor,
): Promise<Id<'case-version'>> {
  const version = await insertVersion(tx, { caseId, contents, createdBy: editor.actorId });
  const entity = { type: 'case', id: caseId };
  const metadata = {
    versionId: version.id,
    versionNumber: version.number,
    itemsCount: contents.items.length,
    flipThreshold: contents.flipThreshold,
  };
  await recordAudit(tx, [{ action: 'CASE_VERSION_CREATED', userId: null, entity, metadata, ...editor }]);
  return version.id;
}

/**
 * Only items that the request names are checked: an item that was archived since must not keep others from being
 * changed. It is not locked, since it may be archived at any later time as well.
 */
async function unusableItemFaults(tx: Tx, given: GivenItems | null): Promise<ContentsFault[]> {
  if (given === null) return [];
  const itemIds = given.items.map(({ itemId }) => itemId);
  const usable = await findUsableItems(tx, itemIds);
  return itemIds.flatMap((itemId, index) =>
    usable.has(itemId) ? [] : [{ field: `items.${index}`, message: `there is no item ${itemId}, or it is archived` }],
  );
}

export async function editCase(
  deps: { db: Db },
  id: Id<'case'>,
  { fields, contents, expectedVersion }: CaseEdit,
  editor: Publisher,
): Promise<CaseDetail> {
  return transaction(deps.db, async (tx) => {
    const before = await lockCase(tx, id);
    if (before === null) throw caseNotFound();
    if (expectedVersion !== undefined) await requireVersion(tx, before, expectedVersion);
    const versionId = await changeContents(tx, before, contents, editor);
    if (fields.status === 'ACTIVE' && versionId === null) throw caseWithoutContents();
    const isOffered = (fields.status ?? before.status) === 'ACTIVE';
    const { status, priceCents } = changedFields(before, fields);
    const isAnother = versionId !== before.versionId || status !== undefined || priceCents !== undefined;
    if (isOffered && isAnother) await requireMayOffer(tx, id, editor);
    const hasNewFields = await changeFields(tx, before, fields, editor);
    if (hasNewFields || versionId !== before.versionId) await announce(tx, CASES_CHANGED, { caseId: id });
    return readCaseDetail(tx, id);
  });
}

/** Of two simultaneous edits the second is refused, so that its author looks again. */
async function requireVersion(tx: Tx, { versionId }: LockedCase, expected: number): Promise<void> {
  const now = versionId === null ? 0 : await findVersionNumber(tx, versionId);
  if (now !== expected) throw caseVersionMoved(now);
}

/** A case is never deleted, because openings keep it. */
export const archiveCase = (deps: { db: Db }, id: Id<'case'>, editor: Publisher): Promise<CaseDetail> =>
  editCase(
    deps,
    id,
    { fields: { status: 'ARCHIVED' }, contents: { given: null, mode: 'REPLACE', flipThreshold: undefined } },
    editor,
  );

/**
 * Offering a case costs the house nothing, because a case that returns more than `maxCaseRtpPercent`, which is at most
 * 100, cannot be opened.
 */
async function requireMayOffer(tx: Tx, id: Id<'case'>, editor: Publisher): Promise<void> {
  await requireMayPublish(tx, editor, { costCents: 0n, action: 'offer', entity: { type: 'case', id }, content: '' });
}

async function changeFields(tx: Tx, before: LockedCase, fields: Partial<CaseFields>, editor: Editor): Promise<boolean> {
  const { status, ...others } = changedFields(before, fields);
  const entries: AuditEntry[] = [];
  const entry = { userId: null, entity: { type: 'case', id: before.id }, ...editor };
  const updated = status === undefined || status.to === 'ARCHIVED' ? others : { ...others, status };
  if (Object.keys(updated).length > 0) entries.push({ action: 'CASE_UPDATED', metadata: updated, ...entry });
  if (status?.to === 'ARCHIVED') {
    entries.push({ action: 'CASE_ARCHIVED', metadata: { from: status.from }, ...entry });
  }
  if (entries.length === 0) return false;
  await updateCase(tx, before.id, { ...before, ...fields });
  await recordAudit(tx, entries);
  return true;
}

export async function createCase(
  deps: { db: Db },
  { fields, given, flipThreshold, activate }: CaseCreation,
  editor: Publisher,
): Promise<CaseDetail> {
  return transaction(deps.db, async (tx) => {
    const { id, slug } = await insertCase(tx, fields);
    const metadata = { ...fields, slug, status: activate ? 'ACTIVE' : 'DRAFT' };
    const entity = { type: 'case', id };
    await recordAudit(tx, [{ action: 'CASE_CREATED', userId: null, entity, metadata, ...editor }]);
    const versionId = await changeContents(
      tx,
      { id, versionId: null },
      { given, mode: 'REPLACE', flipThreshold },
      editor,
    );
    if (activate && versionId === null) throw caseWithoutContents();
    if (activate) await requireMayOffer(tx, id, editor);
    if (activate) await updateCase(tx, id, { ...fields, slug, status: 'ACTIVE' });
    await announce(tx, CASES_CHANGED, { caseId: id });
    return readCaseDetail(tx, id);
  });
}

export async function removeCaseItem(
  deps: { db: Db },
  { caseId, itemId }: { caseId: Id<'case'>; itemId: Id<'item'> },
  editor: Publisher,
): Promise<CaseDetail> {
  return transaction(deps.db, async (tx) => {
    const locked = await lockCase(tx, caseId);
    if (locked === null) throw caseNotFound();
    const before = locked.versionId === null ? null : await findContents(tx, locked.versionId);
    if (before === null || !before.items.some((item) => item.itemId === itemId)) throw itemNotInCase();
    if (before.items.length === 1) throw lastItem();
    if (locked.status === 'ACTIVE') await requireMayOffer(tx, caseId, editor);
    await storeVersion(tx, caseId, withoutItem(before, itemId), editor);
    await announce(tx, CASES_CHANGED, { caseId });
    return readCaseDetail(tx, caseId);
  });
}
