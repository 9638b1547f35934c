import { type Verification, verificationOf } from '@lisura/fairness';
import type { Db } from '../../../platform/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { listPrizesAt } from './event-contents.sql.ts';
import { shotNotFound } from './events.errors.ts';
import { findShownHash } from './shot-commitments.sql.ts';
import { findUserShot } from './shots.sql.ts';
import type { StoredShot } from './shots.types.ts';
import { prizeSteps } from './verify-shot.rules.ts';

/** 404 where the shot is not the user's. The table of a published event never changes, so that it is the one played. */
export async function verifyShot(
  db: Db,
  userId: Id<'user'>,
  id: Id<'event-shot'>,
): Promise<{ shot: StoredShot; verification: Verification }> {
  const shot = await findUserShot(db, userId, id);
  if (shot === null) throw shotNotFound();
  const [prizes, shownHash] = await Promise.all([
    listPrizesAt(db, shot.eventId, shot.ticketPrice),
    findShownHash(db, { eventId: shot.eventId, userId }, shot.nonce),
  ]);
  return { shot, verification: verificationOf(shot, shownHash, (roll) => prizeSteps(shot, prizes, roll)) };
}
