import type { Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { findUser } from '../../people/users/index.ts';
import { barPlay, lockPlayGuard, readPlayGuard } from '../wallet/index.ts';
import { runningBar } from './exclude-oneself.ts';
import { deleteEndedExclusions, findKeptExclusion, insertExclusion, insertKeptExclusion } from './exclusions.sql.ts';
import { coolingEnd, lengthened } from './limits.rules.ts';
import { listLimits } from './limits.sql.ts';
import type { PersonHashes } from './person-hashes.ts';

/**
 * Of who closes their account: the bar stays with the person, and where there are limits a pause as long as raising one
 * takes, so that closing an account is no way around either.
 */
export async function keepExclusion(tx: Tx, personHashes: PersonHashes, userId: Id<'user'>, now: Date): Promise<void> {
  const [guard, limits, user] = await Promise.all([
    readPlayGuard(tx, userId),
    listLimits(tx, userId),
    findUser(tx, userId),
    deleteEndedExclusions(tx, now),
  ]);
  const bar = runningBar(guard, now);
  const hasLimits = limits.some(({ limitCents }) => limitCents !== null);
  const pause = { kind: 'PAUSE', until: coolingEnd(now) } as const;
  const kept = hasLimits ? (lengthened(bar, pause, now) ?? bar) : bar;
  if (kept === null || user === null) return;
  const personHash = personHashes.current(user.platformId);
  const { keyId } = personHashes;
  await insertKeptExclusion(tx, { personHash, keyId, kind: kept.kind, endsAt: kept.until });
}

/** Of who comes back as a new user: what was kept of the account before holds for this one. */
export async function bringExclusion(
  tx: Tx,
  personHashes: PersonHashes,
  { id: userId, platformId }: { id: Id<'user'>; platformId: string },
  now: Date,
): Promise<void> {
  const kept = await findKeptExclusion(tx, personHashes.all(platformId), now);
  if (kept === null) return;
  const { kind, endsAt } = kept;
  await lockPlayGuard(tx, userId);
  await Promise.all([
    barPlay(tx, userId, kind, endsAt),
    insertExclusion(tx, { userId, kind, startsAt: now, endsAt, isBrought: true }),
  ]);
}
