import { type Db, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import { findRaffle } from '../raffles.sql.ts';
import type { StoredRaffle } from '../raffles.types.ts';
import { type BeaconDeps, nameRound } from './name-round.ts';
import { updateListHash } from './purchases.sql.ts';
import { hashTicketList } from './ticket-list.ts';

export const FIX_TICKET_LIST = 'fix-ticket-list';

/**
 * Computes the hash of a list that the close of the sales has fixed, and puts it on the trail: from then on it cannot be
 * exchanged unseen. Under no lock, since nobody can change the list any more; whoever is first writes what all compute. Then
 * the round is written where a beacon decides, and the list has its leaf in the public log.
 */
export async function fixTicketList(deps: BeaconDeps, raffleId: Id<'raffle'>): Promise<void> {
  const { db, beacon } = deps;
  const raffle = await findRaffle(db, raffleId);
  if (raffle?.status !== 'DRAWING' || raffle.ticketsSold === 0) return;
  if (raffle.ticketListHash === null) await writeListHash(db, raffle);
  if (raffle.randomness === 'drand' && raffle.beacon === null && beacon !== null) {
    await nameRound(deps, beacon, raffleId, { actorId: null, ip: null });
  }
}

async function writeListHash(db: Db, { id: raffleId, ticketsSold }: StoredRaffle): Promise<void> {
  const ticketListHash = await hashTicketList(db, raffleId);
  await transaction(db, async (tx) => {
    if (!(await updateListHash(tx, raffleId, ticketListHash))) return;
    const entity = { type: 'raffle', id: raffleId };
    const metadata = { ticketListHash, ticketsSold };
    await recordAudit(tx, [{ action: 'RAFFLE_LIST_FIXED', userId: null, actorId: null, entity, metadata }]);
  });
}
