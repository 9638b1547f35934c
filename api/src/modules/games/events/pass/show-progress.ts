import { strict as assert } from 'node:assert';
import { type Db, transaction } from '../../../../platform/database/db.ts';
import { lockAccount } from '../../../assets/wallet/index.ts';
import { commitAhead, type SeedDeps } from '../../rolls/index.ts';
import { eventNotFound } from '../events.errors.ts';
import { type Participant, type Standing, shotStream } from '../events.records.ts';
import { pointsOf, ticketsOf, tierStates } from '../events.rules.ts';
import { findPublishedEvent, listTiers } from '../events.sql.ts';
import type { ShownProgress } from './pass.records.ts';
import { findStanding } from './pass.sql.ts';

/** While the event runs, asking commits to the next shot. */
export async function showProgress(
  deps: SeedDeps & { db: Db },
  participant: Participant,
  ip: string,
): Promise<ShownProgress> {
  const { db } = deps;
  const [event, tiers, standing] = await Promise.all([
    findPublishedEvent(db, participant.eventId),
    listTiers(db, participant.eventId),
    findStanding(db, participant),
  ]);
  if (event === null) throw eventNotFound();
  const needsCommitment = event.isRunning && standing.nextServerSeedHash === null;
  const shown = needsCommitment ? await commitToNextShot(deps, participant, ip) : standing;
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

/** The standing is read under the lock of the account. */
async function commitToNextShot(
  { db, seedSeal }: SeedDeps & { db: Db },
  participant: Participant,
  ip: string,
): Promise<Standing> {
  const { eventId, userId } = participant;
  return transaction(db, async (tx) => {
    const [, standing] = await Promise.all([lockAccount(tx, userId), findStanding(tx, participant)]);
    const asker = { userId, ip, entity: { type: 'event', id: eventId } };
    const next = { stream: shotStream(participant), firstNonce: standing.progress.shots + 1, count: 1, asker };
    const [[nextServerSeedHash] = []] = await commitAhead({ seedSeal }, tx, [next]);
    assert(nextServerSeedHash !== undefined);
    return { ...standing, nextServerSeedHash };
  });
}
