import { strict as assert } from 'node:assert';
import type { Db } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import type { Editor } from '../../../people/audit/index.ts';
import type { BeaconRound } from '../../beacon/index.ts';
import { beaconIsMissing, beaconIsSilent, roundIsNotThere, type StoredRaffle } from '../raffles.records.ts';
import { findRaffle } from '../raffles.sql.ts';
import { type BeaconDeps, fixTicketList, nameRound } from '../sales/close-sales.ts';
import { readTicketRanges } from '../sales/ticket-list.ts';
import type { SoldTickets } from './draw.rules.ts';

/** The list is fixed, so it is read without a transaction. A purchase takes twelve bytes. */
async function loadTickets(db: Db, { id, ticketsSold }: StoredRaffle): Promise<SoldTickets> {
  const owners = new Float64Array(ticketsSold);
  const counts = new Int32Array(ticketsSold);
  let purchases = 0;
  let tickets = 0;
  for await (const page of readTicketRanges(db, id)) {
    for (const range of page) {
      assert(range.firstTicket === tickets + 1, `ticket ${tickets + 1} of raffle ${id} is missing or sold twice`);
      owners[purchases] = exactNumber(range.userId);
      counts[purchases] = range.tickets;
      purchases += 1;
      tickets += range.tickets;
    }
  }
  assert(tickets === ticketsSold, `raffle ${id} has ${tickets} tickets and counts ${ticketsSold}`);
  return { owners: owners.subarray(0, purchases), counts: counts.subarray(0, purchases) };
}

/** An id that a number cannot hold exactly must not be taken for another. */
function exactNumber(id: string): number {
  const number = Number(id);
  assert(Number.isSafeInteger(number), `user ${id} is beyond what a number holds`);
  return number;
}

/** A draw needs all this beside the seeds of the prizes. */
export interface PreparedDraw {
  sold: SoldTickets;
  /** Without a sold ticket nothing is rolled, and it is null. */
  clientSeed: string | null;
  beacon: BeaconRound | null;
}

/**
 * The list of tickets is fixed, so its hash, the purchases and the round of the beacon are read outside of any
 * transaction. The result is null if the raffle is not to be drawn.
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
  // No source was configured when the list was fixed, so the round is computed now.
  const round = raffle.beacon?.round ?? (await nameRound(deps, beacon, raffle.id, editor));
  const read = await beacon.read(round).catch((error: unknown) => {
    throw beaconIsSilent(error);
  });
  if (read === null) throw roundIsNotThere(round);
  return read;
}
