import { announce } from '../../../../platform/database/announcements.ts';
import { type Db, transaction } from '../../../../platform/database/db.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import type { Publisher } from '../../../people/decisions/index.ts';
import { caseWithoutContents } from '../cases.errors.ts';
import type { CaseDetail, GivenItems, NewCaseFields } from '../cases.types.ts';
import { CASES_CHANGED } from './case-catalogue.ts';
import { insertCase, updateCase } from './cases.sql.ts';
import { changeContents } from './change-contents.ts';
import { requireMayOffer } from './edit-case.ts';
import { readCaseDetail } from './read-case.ts';

export interface CaseCreation {
  fields: NewCaseFields;
  given: GivenItems | null;
  flipThreshold: number | null;
  activate: boolean;
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
