import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type Id, toId } from '../../../../platform/ids.ts';
import { caseNotFound, versionNotFound } from '../cases.errors.ts';
import type { Case, CaseDetail, DescribedCaseItem, VersionContents } from '../cases.types.ts';
import { findVersion, listVersionItems, listVersions, type VersionReader } from './case-versions.sql.ts';
import { findCase, findCaseBySlug } from './cases.sql.ts';

/** A case with contents that anybody may see and play. */
export interface ActiveCase extends Case {
  versionId: Id<'case-version'>;
  versionNumber: number;
}

const IS_ID = /^[0-9]+$/;

/** What has more than 64 bits is no id. */
function idOf(key: string): Id<'case'> {
  try {
    return toId(key);
  } catch {
    throw caseNotFound();
  }
}

/** By its id or its slug. */
async function readActiveCase(db: Db, key: string): Promise<ActiveCase> {
  const found = IS_ID.test(key) ? await findCase(db, idOf(key)) : await findCaseBySlug(db, key);
  if (found === null || !isActive(found)) throw caseNotFound();
  return found;
}

export async function readActiveCaseItems(db: Db, key: string): Promise<[ActiveCase, DescribedCaseItem[]]> {
  const found = await readActiveCase(db, key);
  return [found, await listVersionItems(db, found.versionId)];
}

/** Of cases that are archived too: what was once played stays public, so that it can be verified for ever. */
export async function readVersion(
  db: Db,
  id: Id<'case'>,
  number: number,
  reader: VersionReader,
): Promise<VersionContents> {
  const version = await findVersion(db, id, number, reader);
  if (version === null) throw versionNotFound();
  return { ...version, items: await listVersionItems(db, version.id) };
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
