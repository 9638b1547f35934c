import type { Id } from '../../../../platform/ids.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import type { Editor } from '../../../people/audit/index.ts';
import type { BeaconRound } from '../../beacon/index.ts';
import { beaconIsMissing, beaconIsSilent, roundIsNotThere } from '../raffles.errors.ts';
import { findRaffle } from '../raffles.sql.ts';
import type { StoredRaffle } from '../raffles.types.ts';
import { fixTicketList } from '../sales/fix-ticket-list.ts';
import { type BeaconDeps, nameRound } from '../sales/name-round.ts';
import type { SoldTickets } from './draw.rules.ts';
import { loadTickets } from './load-tickets.ts';

/** All that a draw needs beside the seeds of the prizes. */
export interface PreparedDraw {
  sold: SoldTickets;
  /** Null where no ticket was sold: nothing is rolled then. */
  clientSeed: string | null;
  /** Null without a beacon. */
  beacon: BeaconRound | null;
}

/**
 * What can be had outside of a transaction, since the list of tickets is fixed: its hash, the purchases, and the round of
 * the beacon, which is asked over the network. Null where the raffle is not to be drawn.
 */
export async function prepareDraw(
  deps: BeaconDeps,
  raffleId: Id<'raffle'>,
  editor: Editor,
): Promise<PreparedDraw | null> {
  await fixTicketList(deps, raffleId);
  const raffle = await findRaffle(deps.db, raffleId);
  if (raffle?.status !== 'DRAWING') return null;
  const sold = await loadTickets(deps.db, raffle);
  if (raffle.ticketsSold === 0) return { sold, clientSeed: null, beacon: null };
  if (raffle.randomness === 'server') return { sold, clientSeed: raffle.clientSeed, beacon: null };
  const beacon = await readRound(deps, raffle, editor);
  return { sold, clientSeed: beacon.randomness, beacon };
}

/** Whether the round that decides can be read now. */
export async function isRoundThere(deps: BeaconDeps & { logger: Logger }, raffleId: Id<'raffle'>): Promise<boolean> {
  const { beacon, logger } = deps;
  await fixTicketList(deps, raffleId);
  const raffle = await findRaffle(deps.db, raffleId);
  if (beacon === null || raffle?.beacon == null) return false;
  const round = await beacon.read(raffle.beacon.round).catch((error: unknown) => {
    logger.warn({ err: error, raffleId }, 'The round of a raffle cannot be read');
    return null;
  });
  return round !== null;
}

async function readRound(deps: BeaconDeps, raffle: StoredRaffle, editor: Editor): Promise<BeaconRound> {
  const { beacon } = deps;
  if (beacon === null) throw beaconIsMissing();
  // Where no source was configured when the list was fixed, the round is computed now.
  const round = raffle.beacon?.round ?? (await nameRound(deps, beacon, raffle.id, editor));
  const read = await beacon.read(round).catch((error: unknown) => {
    throw beaconIsSilent(error);
  });
  if (read === null) throw roundIsNotThere(round);
  return read;
}
