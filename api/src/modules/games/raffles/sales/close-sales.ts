import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import type { Clock } from '../../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import type { Id } from '../../../../platform/ids.ts';
import { addJob, type JobSet } from '../../../../platform/jobs/jobs.ts';
import { type Editor, recordAudit } from '../../../people/audit/index.ts';
import { type Beacon, raiseListLate } from '../../beacon/index.ts';
import { raffleIsNotOnSale, type StoredRaffle, type TicketRange } from '../raffles.records.ts';
import { findRaffle, lockRaffle } from '../raffles.sql.ts';
import { listRangesAfter, readClock, updateBeaconRound, updateListHash, updateToDrawing } from './sales.sql.ts';

export interface BeaconDeps {
  db: Db;
  clock: Clock;
  /** It is null if no source of public randomness is configured. */
  beacon: Beacon | null;
}

/**
 * Writes the deciding round once and returns it. It follows from the close of the sales and from the terms. Raffles
 * from before delays were kept name a round that is still to come.
 */
export function nameRound(
  { db, clock }: Pick<BeaconDeps, 'db' | 'clock'>,
  beacon: Beacon,
  id: Id<'raffle'>,
  editor: Editor,
): Promise<number> {
  return transaction(db, async (tx) => {
    const raffle = await lockRaffle(tx, id);
    assert(raffle?.closedAt, 'the sales are closed');
    if (raffle.beacon !== null) return raffle.beacon.round;
    const { closedAt, beaconDelaySeconds } = raffle;
    const now = new Date(Math.max(clock.now().getTime(), (await readClock(tx)).getTime()));
    const { round, at: dueAt } = beacon.roundFor(beaconDelaySeconds === null ? now : closedAt, beaconDelaySeconds);
    const metadata = { beaconRound: round, dueAt };
    await Promise.all([
      updateBeaconRound(tx, id, { round, dueAt }),
      now < dueAt ? null : raiseListLate(tx, { id, round, dueAt }),
      recordAudit(tx, [
        { action: 'RAFFLE_ROUND_NAMED', userId: null, entity: { type: 'raffle', id }, metadata, ...editor },
      ]),
    ]);
    return round;
  });
}

const FIX_TICKET_LIST = 'fix-ticket-list';

/**
 * Puts the hash of the closed list on the trail, so that the list cannot be exchanged unseen. Nobody can change the
 * list any more, so it needs no lock: all compute the same hash, and the first writes it. With a beacon the round is
 * written too, which gives the list its leaf in the public log.
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

export const CLOSE_SALES = 'close-raffle-sales';
export const DRAW_RAFFLE = 'draw-raffle';

/** For so long an administrator may choose the moment of the draw; then a job draws. */
const DRAWN_WITHIN_MS = HOUR_MS;

type Cause = 'SOLD_OUT' | 'TIME' | 'ADMIN';

/** Nobody can buy after the commit. A job or the draw computes the hash of the list later. The raffle is locked. */
export async function closeSales(tx: Tx, id: Id<'raffle'>, cause: Cause, editor: Editor): Promise<void> {
  const closed = await updateToDrawing(tx, id);
  if (closed === null) throw raffleIsNotOnSale();
  const { ticketsSold, closedAt } = closed;
  const drawAt = new Date(closedAt.getTime() + DRAWN_WITHIN_MS);
  const entity = { type: 'raffle', id };
  const metadata = { cause, ticketsSold };
  await Promise.all([
    ticketsSold === 0 ? null : addJob(tx, FIX_TICKET_LIST, { raffleId: id }),
    addJob(tx, DRAW_RAFFLE, { raffleId: id }, { runAt: drawAt }),
    recordAudit(tx, [{ action: 'RAFFLE_CLOSED', userId: null, entity, metadata, ...editor }]),
  ]);
}

/** A later time replaces an earlier one. */
export async function scheduleClose(tx: Tx, id: Id<'raffle'>, closesAt: Date | null): Promise<void> {
  if (closesAt === null) return;
  await addJob(tx, CLOSE_SALES, { raffleId: id }, { jobKey: `${CLOSE_SALES}:${id}`, runAt: closesAt });
}

/** The job does nothing if the time was moved meanwhile, or sales are closed already. */
async function closeDueSales(db: Db, id: Id<'raffle'>): Promise<void> {
  await transaction(db, async (tx) => {
    const raffle = await lockRaffle(tx, id);
    if (raffle === null || raffle.status !== 'ACTIVE' || raffle.isOnSale) return;
    await closeSales(tx, id, 'TIME', { actorId: null, ip: null });
  });
}

const raffleIdOf = (payload: unknown) => (payload as { raffleId: Id<'raffle'> }).raffleId;

/** Each of these jobs can be repeated. */
export const salesTasks = (deps: BeaconDeps): JobSet['tasks'] => ({
  [CLOSE_SALES]: (payload) => closeDueSales(deps.db, raffleIdOf(payload)),
  [FIX_TICKET_LIST]: (payload) => fixTicketList(deps, raffleIdOf(payload)),
});

const RANGES_A_PAGE = 5_000;
const CHARACTERS_A_PIECE = 65_536;

export async function* readTicketRanges(db: Db, raffleId: Id<'raffle'>): AsyncGenerator<TicketRange[]> {
  let page: TicketRange[] = [];
  do {
    page = await listRangesAfter(db, raffleId, page.at(-1)?.firstTicket ?? 0, RANGES_A_PAGE);
    yield page;
  } while (page.length === RANGES_A_PAGE);
}

/**
 * The SHA-256 of this text is the client seed: a line `<number>:<userId>` for each ticket in order of number, each ended by a
 * line feed. It comes in pieces, so that a long list takes no more memory, and no connection while a reader is slow.
 */
export async function* ticketLines(db: Db, raffleId: Id<'raffle'>): AsyncGenerator<string> {
  let piece = '';
  for await (const page of readTicketRanges(db, raffleId)) {
    for (const { firstTicket, tickets, userId } of page) {
      for (let number = firstTicket; number < firstTicket + tickets; number += 1) {
        piece += `${number}:${userId}\n`;
        if (piece.length < CHARACTERS_A_PIECE) continue;
        yield piece;
        piece = '';
      }
    }
  }
  if (piece !== '') yield piece;
}

async function hashTicketList(db: Db, raffleId: Id<'raffle'>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of ticketLines(db, raffleId)) hash.update(piece);
  return hash.digest('hex');
}
