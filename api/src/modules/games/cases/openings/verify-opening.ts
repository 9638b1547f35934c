import { type Verification, verifyOpening as verifyPlayed } from '@lisura/fairness';
import type { Db } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { findCommittedHash, userStream } from '../../rolls/index.ts';
import { listVersionItems } from '../catalogue/case-versions.sql.ts';
import { openingNotFound } from './openings.errors.ts';
import { findUserOpening } from './openings.sql.ts';
import type { StoredOpening } from './openings.types.ts';

/** 404 where the opening is not the user's. */
export async function verifyOpening(
  db: Db,
  userId: Id<'user'>,
  id: Id<'case-opening'>,
): Promise<{ opening: StoredOpening; verification: Verification }> {
  const opening = await findUserOpening(db, userId, id);
  if (opening === null) throw openingNotFound();
  const [items, committedHash] = await Promise.all([
    listVersionItems(db, opening.versionId),
    findCommittedHash(db, userStream(userId), opening.nonce),
  ]);
  return { opening, verification: verifyPlayed(opening, { ...opening, items }, committedHash) };
}
