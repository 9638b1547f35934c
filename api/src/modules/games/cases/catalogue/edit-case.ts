import { changedFields } from '../../../../platform/changed-fields.ts';
import { announce } from '../../../../platform/database/announcements.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { type AuditEntry, type Editor, recordAudit } from '../../../people/audit/index.ts';
import { type Publisher, requireMayPublish } from '../../../people/decisions/index.ts';
import { caseNotFound, caseVersionMoved, caseWithoutContents } from '../cases.errors.ts';
import type { CaseDetail, CaseFields } from '../cases.types.ts';
import { CASES_CHANGED } from './case-catalogue.ts';
import type { ContentsChange } from './case-contents.rules.ts';
import { findVersionNumber } from './case-versions.sql.ts';
import { type LockedCase, lockCase, updateCase } from './cases.sql.ts';
import { changeContents } from './change-contents.ts';
import { readCaseDetail } from './read-case.ts';

export interface CaseEdit {
  fields: Partial<CaseFields>;
  contents: ContentsChange;
  /** The version that the editor has seen, 0 for none; absent: whichever it is. */
  expectedVersion?: number | undefined;
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

/** Two who edit a case at once do not undo each other's work: the second is told, and looks again. */
async function requireVersion(tx: Tx, { versionId }: LockedCase, expected: number): Promise<void> {
  const now = versionId === null ? 0 : await findVersionNumber(tx, versionId);
  if (now !== expected) throw caseVersionMoved(now);
}

/** Openings keep their case, so that it is never deleted. Archiving twice is archiving once. */
export const archiveCase = (deps: { db: Db }, id: Id<'case'>, editor: Publisher): Promise<CaseDetail> =>
  editCase(
    deps,
    id,
    { fields: { status: 'ARCHIVED' }, contents: { given: null, mode: 'REPLACE', flipThreshold: undefined } },
    editor,
  );

/**
 * Lets on whoever puts a case, its contents or its price before players. It is expected to cost the house nothing: one that
 * returns more than `maxCaseRtpPercent`, which is at most 100, cannot be opened.
 */
export async function requireMayOffer(tx: Tx, id: Id<'case'>, editor: Publisher): Promise<void> {
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
