import { strict as assert } from 'node:assert';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import { unavailable } from '../../../../platform/errors.ts';
import { type Id, toId } from '../../../../platform/ids.ts';
import { addJob } from '../../../../platform/jobs/jobs.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import { takeItemIds } from '../../../assets/inventory/index.ts';
import { lockAccounts } from '../../../assets/wallet/index.ts';
import { type Editor, recordAudit } from '../../../people/audit/index.ts';
import { insertNotifications } from '../../../people/notifications/index.ts';
import type { BeaconRound } from '../../beacon/index.ts';
import { HOUSE_EDGE_PERCENT } from '../../events/index.ts';
import { type Earn, giveWinnings, type SeedDeps, type StakeDeps, skipNonces, takeSeeds } from '../../rolls/index.ts';
import { raffleGame } from '../raffles.game.ts';
import { drawnView, prizeWon, raffleDrawn } from '../raffles.messages.ts';
import {
  beaconIsMissing,
  beaconIsSilent,
  type DescribedRaffle,
  type Prize,
  prizeNonces,
  RAFFLE_SOURCE,
  raffleIsNotToBeDrawn,
  raffleNotFound,
  roundIsNotThere,
  type StoredRaffle,
} from '../raffles.records.ts';
import { findRaffle, listPrizes, lockRaffle, readRaffle } from '../raffles.sql.ts';
import { type BeaconDeps, fixTicketList, nameRound, readTicketRanges } from '../sales/close-sales.ts';
import { type DrawnPrize, drawPrizes, type SoldTickets } from './draw.rules.ts';
import { leavesTheEdge, markCounted, type NewlyDrawn, updateDrawnPrizes, updateToCompleted } from './draw.sql.ts';

export const COUNT_STAKES = 'count-raffle-stakes';

const BUYERS_AT_ONCE = 1_000;

/**
 * Tickets earn after the draw and not with the sale, so that a ticket that is paid back has earned nothing. A job
 * counts some buyers at a time, so that no draw waits for it. Each buyer is marked in the same transaction, so a repeat
 * counts nobody twice.
 */
export async function countStakes({ db, earn }: { db: Db; earn: Earn }, raffleId: Id<'raffle'>): Promise<void> {
  let counted = 0;
  do {
    counted = await transaction(db, async (tx) => {
      const rows = await markCounted(tx, raffleId, BUYERS_AT_ONCE);
      const stakes = rows.map(({ userId, stakeCents }) => ({ userId, stakeCents }));
      await lockAccounts(
        tx,
        stakes.map(({ userId }) => userId),
      );
      await earn(tx, stakes);
      return stakes.length;
    });
  } while (counted === BUYERS_AT_ONCE);
}

export interface DrawDeps extends SeedDeps, StakeDeps, BeaconDeps {
  push: Pick<Push, 'toAll'>;
}

/**
 * Draws all prizes at once. Outside sources are read first; then everything is decided and written under the lock of
 * the raffle. Of two simultaneous draws the second finds it drawn.
 */
export async function drawRaffle(
  deps: DrawDeps,
  raffleId: Id<'raffle'>,
  editor: Editor,
  once: Once<DescribedRaffle> | null,
): Promise<DescribedRaffle> {
  const prepared = await prepareDraw(deps, raffleId, editor);
  const drawn = await writeOnce(deps.db, once, async (tx) => {
    const raffle = await lockRaffle(tx, raffleId);
    if (raffle === null) throw raffleNotFound();
    if (raffle.status !== 'DRAWING') throw raffleIsNotToBeDrawn(raffle.status);
    // Its sales were closed since it was prepared.
    if (prepared === null) throw unavailable();
    await writeDraw(deps, tx, raffle, prepared, editor);
    return readRaffle(tx, raffleId);
  });
  deps.push.toAll(raffleDrawn, drawnView(drawn));
  return drawn;
}

/** The job draws raffles that no administrator has drawn, because no buyer's money should wait for one. */
export async function drawUndrawn(deps: DrawDeps, raffleId: Id<'raffle'>): Promise<void> {
  const raffle = await findRaffle(deps.db, raffleId);
  if (raffle?.status !== 'DRAWING') return;
  await drawRaffle(deps, raffleId, { actorId: null, ip: null }, null);
}

async function writeDraw(
  deps: DrawDeps,
  tx: Tx,
  raffle: StoredRaffle,
  prepared: PreparedDraw,
  editor: Editor,
): Promise<void> {
  const { id } = raffle;
  const prizes = await listPrizes(tx, id);
  const won = await decide(deps, tx, raffle, prizes, prepared);
  const winners = won.filter((each): each is WonPrize => each.winnerId !== null);
  const unwon = won.filter(({ winnerId }) => winnerId === null);
  const incomeCents = raffle.ticketPriceCents * BigInt(raffle.ticketsSold);
  const givenCents = winners.reduce((sum, { itemValueCents }) => sum + itemValueCents, 0n);
  const metadata = { ticketsSold: raffle.ticketsSold, incomeCents, givenCents, winners: winners.map(entryOf) };
  const [earns] = await Promise.all([
    leavesTheEdge(tx, { incomeCents, givenCents }, HOUSE_EDGE_PERCENT),
    giveWinnings(
      deps,
      tx,
      raffleGame,
      winners.map((winner) => ({
        userId: winner.winnerId,
        wonCents: winner.itemValueCents,
        prizes: [{ item: itemOf(id, winner) }],
      })),
    ),
    updateDrawnPrizes(tx, id, won),
    unwon.length === 0 ? null : skipNonces(tx, prizeNonces(id, unwon), 'No ticket was eligible'),
    insertNotifications(
      tx,
      winners.map((winner) => notificationOf(raffle, winner)),
    ),
    updateToCompleted(tx, id, prepared),
    recordAudit(tx, [{ action: 'RAFFLE_DRAWN', userId: null, entity: { type: 'raffle', id }, metadata, ...editor }]),
  ]);
  if (earns) await addJob(tx, COUNT_STAKES, { raffleId: id });
}

interface Won extends NewlyDrawn {
  item: Prize['item'];
}

interface WonPrize extends Won {
  winnerId: Id<'user'>;
  winningTicket: number;
  inventoryItemId: Id<'inventoryItem'>;
}

/** The accounts of the winners are locked, as before any change of a user's items. */
async function decide(
  deps: SeedDeps,
  tx: Tx,
  { id }: StoredRaffle,
  prizes: readonly Prize[],
  { clientSeed, sold }: PreparedDraw,
): Promise<Won[]> {
  const seeds = (await takeSeeds(deps, tx, prizeNonces(id, prizes))).flat();
  const seeded = prizes.map((prize, index) => ({ ...prize, ...(seeds[index] as (typeof seeds)[0]) }));
  for (const { committedAt } of seeded) assert(committedAt !== null, `a prize of raffle ${id} has no commitment`);
  const drawn = drawPrizes(seeded, clientSeed ?? '', sold);
  const winnerIds = drawn.flatMap(({ winner }) => (winner === null ? [] : [toId<'user'>(winner)]));
  const [, itemIds] = await Promise.all([lockAccounts(tx, winnerIds), takeItemIds(tx, winnerIds.length)]);
  const nextItemId = itemIds.values();
  return seeded.map(({ displayOrder, serverSeed, committedAt, item }, index) => {
    const { winner, ...outcome } = drawn[index] as DrawnPrize;
    const winnerId = winner === null ? null : toId<'user'>(winner);
    const inventoryItemId = winner === null ? null : (nextItemId.next().value as Id<'inventoryItem'>);
    const seedOf = { serverSeed, committedAt, itemValueCents: item.valueCents };
    return { ...outcome, displayOrder, ...seedOf, winnerId, inventoryItemId, item };
  });
}

const itemOf = (raffleId: Id<'raffle'>, { inventoryItemId, winnerId, item, displayOrder }: WonPrize) => ({
  id: inventoryItemId,
  userId: winnerId,
  itemId: item.itemId,
  acquiredFrom: 'Sorteio',
  source: { type: RAFFLE_SOURCE, id: raffleId, index: displayOrder },
});

const notificationOf = ({ id, name }: StoredRaffle, { winnerId, item, winningTicket }: WonPrize) =>
  prizeWon({ userId: winnerId, raffleId: id, raffleName: name, itemName: item.name, winningTicket });

const entryOf = ({ displayOrder, winnerId, winningTicket }: WonPrize) => ({ displayOrder, winnerId, winningTicket });

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
interface PreparedDraw {
  sold: SoldTickets;
  /** Without a sold ticket nothing is rolled, and it is null. */
  clientSeed: string | null;
  beacon: BeaconRound | null;
}

/**
 * The list of tickets is fixed, so its hash, the purchases and the round of the beacon are read outside of any
 * transaction. The result is null if the raffle is not to be drawn.
 */
async function prepareDraw(deps: BeaconDeps, raffleId: Id<'raffle'>, editor: Editor): Promise<PreparedDraw | null> {
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
