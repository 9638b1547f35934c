import type { Db, Tx } from '../../../platform/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { listVersionItems, listVersions } from './case-versions.sql.ts';
import { caseNotFound } from './cases.errors.ts';
import { findCase } from './cases.sql.ts';
import type { Case, CaseDetail, DescribedCaseItem } from './cases.types.ts';

/** A case with contents that anybody may see and play. */
export interface ActiveCase extends Case {
  versionId: Id<'case-version'>;
  versionNumber: number;
}

export async function readActiveCase(db: Db, id: Id<'case'>): Promise<ActiveCase> {
  const found = await findCase(db, id);
  if (found === null || !isActive(found)) throw caseNotFound();
  return found;
}

export async function readActiveCaseItems(db: Db, id: Id<'case'>): Promise<[ActiveCase, DescribedCaseItem[]]> {
  const found = await readActiveCase(db, id);
  return [found, await listVersionItems(db, found.versionId)];
}

export async function readCaseDetail(db: Db | Tx, id: Id<'case'>): Promise<CaseDetail> {
  const found = await findCase(db, id);
  if (found === null) throw caseNotFound();
  const [items, versions] = await Promise.all([
    found.versionId === null ? [] : listVersionItems(db, found.versionId),
    listVersions(db, id),
  ]);
  return { ...found, items, versions };
}

/** An active case always has contents; the database sees to it. */
export function isActive(found: Case): found is ActiveCase {
  return found.status === 'ACTIVE' && found.versionId !== null && found.versionNumber !== null;
}
