import { strict as assert } from 'node:assert';
import { seedHash } from '@lisura/fairness';
import { type Db, transaction } from '../../../platform/db.ts';
import { lockAccount } from '../../assets/wallet/index.ts';
import { recordAudit } from '../../people/audit/index.ts';
import { randomSeeds } from '../fairness/index.ts';
import { listTiers } from './event-contents.sql.ts';
import { eventNotFound } from './events.errors.ts';
import { pointsOf, type TierState, ticketsOf, tierStates } from './events.rules.ts';
import { findPublishedEvent } from './events.sql.ts';
import type { Participant, Progress, StoredEvent } from './events.types.ts';
import { commitNextShot, findStanding } from './progress.sql.ts';

export interface ShownProgress {
  event: StoredEvent;
  points: bigint;
  tickets: bigint;
  progress: Progress;
  tiers: readonly TierState[];
  clientSeed: string | null;
}

/** Where a user stands. While the event runs, the next shot is committed to by being asked for. */
export async function showProgress({ db }: { db: Db }, participant: Participant, ip: string): Promise<ShownProgress> {
  const [event, tiers, standing] = await Promise.all([
    findPublishedEvent(db, participant.eventId),
    listTiers(db, participant.eventId),
    findStanding(db, participant),
  ]);
  if (event === null) throw eventNotFound();
  const needsCommitment = event.isRunning && standing.progress.nextServerSeedHash === null;
  const progress = needsCommitment ? await commitToNextShot(db, participant, ip) : standing.progress;
  const points = pointsOf(progress, event);
  return {
    event,
    points,
    tickets: ticketsOf(progress, event),
    progress,
    tiers: tierStates({ tiers, isClaimable: event.isClaimable }, points, standing.claimedIds),
    clientSeed: standing.clientSeed,
  };
}

/** What is new is recorded: it cannot be exchanged unseen later. */
async function commitToNextShot(db: Db, participant: Participant, ip: string): Promise<Progress> {
  const [serverSeed] = randomSeeds(1);
  assert(serverSeed !== undefined);
  const fresh = { serverSeed, serverSeedHash: seedHash(serverSeed) };
  return transaction(db, async (tx) => {
    const { eventId, userId } = participant;
    const [, progress] = await Promise.all([lockAccount(tx, userId), commitNextShot(tx, participant, fresh)]);
    if (progress.nextServerSeedHash === fresh.serverSeedHash) {
      const metadata = { firstNonce: progress.shots + 1, serverSeedHashes: [fresh.serverSeedHash] };
      const entity = { type: 'event', id: eventId };
      await recordAudit(tx, [{ action: 'SEEDS_COMMITTED', userId, actorId: userId, entity, metadata, ip }]);
    }
    return progress;
  });
}
