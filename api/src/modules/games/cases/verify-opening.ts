import { type Verification, verificationOf } from '@lisura/fairness';
import type { Db } from '../../../platform/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { findCommittedHash } from '../fairness/index.ts';
import { listVersionItems } from './case-versions.sql.ts';
import { openingNotFound } from './openings.errors.ts';
import { findUserOpening } from './openings.sql.ts';
import type { StoredOpening } from './openings.types.ts';
import { itemSteps } from './verify-opening.rules.ts';

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
    findCommittedHash(db, userId, opening.nonce),
  ]);
  return { opening, verification: verificationOf(opening, committedHash, (roll) => itemSteps(opening, items, roll)) };
}
