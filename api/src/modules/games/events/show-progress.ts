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
import type { Participant, Progress, Standing, StoredEvent } from './events.types.ts';
import { findStanding } from './progress.sql.ts';
import { commitNextShot } from './shot-commitments.sql.ts';

export interface ShownProgress {
  event: StoredEvent;
  points: bigint;
  tickets: bigint;
  progress: Progress;
  /** Null while the event does not run. */
  nextServerSeedHash: string | null;
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
  const needsCommitment = event.isRunning && standing.nextServerSeedHash === null;
  const shown = needsCommitment ? await commitToNextShot(db, participant, ip) : standing;
  const points = pointsOf(shown.progress, event);
  return {
    event,
    points,
    tickets: ticketsOf(shown.progress, event),
    progress: shown.progress,
    nextServerSeedHash: event.isRunning ? shown.nextServerSeedHash : null,
    tiers: tierStates({ tiers, isClaimable: event.isClaimable }, points, shown.claimedIds),
    clientSeed: shown.clientSeed,
  };
}

/**
 * Where the user stands once the next shot is committed to, all of it as of when the account was locked. What is new is
 * recorded: it cannot be exchanged unseen later.
 */
async function commitToNextShot(db: Db, participant: Participant, ip: string): Promise<Standing> {
  const [serverSeed] = randomSeeds(1);
  assert(serverSeed !== undefined);
  const serverSeedHash = seedHash(serverSeed);
  return transaction(db, async (tx) => {
    const { eventId, userId } = participant;
    const [, isNew, standing] = await Promise.all([
      lockAccount(tx, userId),
      commitNextShot(tx, participant, { serverSeed, serverSeedHash }),
      findStanding(tx, participant),
    ]);
    if (isNew) {
      const metadata = { firstNonce: standing.progress.shots + 1, serverSeedHashes: [serverSeedHash] };
      const entity = { type: 'event', id: eventId };
      await recordAudit(tx, [{ action: 'SEEDS_COMMITTED', userId, actorId: userId, entity, metadata, ip }]);
    }
    return standing;
  });
}
