import { announce } from '../../../../platform/database/announcements.ts';
import { type Db, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Publisher } from '../../../people/decisions/index.ts';
import { caseNotFound, itemNotInCase, lastItem } from '../cases.errors.ts';
import type { CaseDetail } from '../cases.types.ts';
import { CASES_CHANGED } from './case-catalogue.ts';
import { withoutItem } from './case-contents.rules.ts';
import { findContents } from './case-versions.sql.ts';
import { lockCase } from './cases.sql.ts';
import { storeVersion } from './change-contents.ts';
import { requireMayOffer } from './edit-case.ts';
import { readCaseDetail } from './read-case.ts';

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
