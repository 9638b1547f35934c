import type { Tx } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { findUsableItems } from '../../../assets/items/index.ts';
import { type Editor, recordAudit } from '../../../people/audit/index.ts';
import { unsoundContents } from '../cases.errors.ts';
import type { CaseContents, ContentsFault, GivenItems } from '../cases.types.ts';
import { type ContentsChange, isSameContents, planContents } from './case-contents.rules.ts';
import { findContents, insertVersion } from './case-versions.sql.ts';

/** A case whose row the transaction has locked. */
interface ChangedCase {
  id: Id<'case'>;
  versionId: Id<'case-version'> | null;
}

/** Gives the version that is played afterwards. Contents that come out as they were make no new one. */
export async function changeContents(
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

export async function storeVersion(
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
 * Only the items that the request names: one that was archived since must not keep others from being changed. Nothing
 * is locked, since an item may be archived at any time after as well.
 */
async function unusableItemFaults(tx: Tx, given: GivenItems | null): Promise<ContentsFault[]> {
  if (given === null) return [];
  const itemIds = given.items.map(({ itemId }) => itemId);
  const usable = await findUsableItems(tx, itemIds);
  return itemIds.flatMap((itemId, index) =>
    usable.has(itemId) ? [] : [{ field: `items.${index}`, message: `there is no item ${itemId}, or it is archived` }],
  );
}
