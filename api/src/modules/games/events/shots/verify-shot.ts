import { type Verification, verifyShot as verifyPlayed } from '@lisura/fairness';
import type { Db } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { findCommittedHash } from '../../rolls/index.ts';
import { listPrizesAt } from '../event-contents.sql.ts';
import { shotNotFound } from '../events.errors.ts';
import { shotStream } from '../shot-stream.ts';
import type { StoredShot } from '../shots.types.ts';
import { findUserShot } from './shots.sql.ts';

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
    findCommittedHash(db, shotStream({ eventId: shot.eventId, userId }), shot.nonce),
  ]);
  const table = prizes.map(({ item, hashRangeStart, hashRangeEnd }) => ({ ...item, hashRangeStart, hashRangeEnd }));
  return { shot, verification: verifyPlayed(shot, table, shownHash) };
}
