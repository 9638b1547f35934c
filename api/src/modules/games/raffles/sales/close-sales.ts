import { strict as assert } from 'node:assert';
import type { Clock } from '../../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import type { Id } from '../../../../platform/ids.ts';
import { addJob, type JobSet } from '../../../../platform/jobs/jobs.ts';
import { type Editor, recordAudit } from '../../../people/audit/index.ts';
import { type Beacon, raiseListLate } from '../../beacon/index.ts';
import { raffleIsNotOnSale, type StoredRaffle } from '../raffles.records.ts';
import { findRaffle, lockRaffle } from '../raffles.sql.ts';
import { readClock, updateBeaconRound, updateListHash, updateToDrawing } from './sales.sql.ts';
import { hashTicketList } from './ticket-list.ts';

export interface BeaconDeps {
  db: Db;
  clock: Clock;
  /** Null: no source of public randomness is configured. */
  beacon: Beacon | null;
}

/**
 * Writes the round that decides, once, and returns it. It follows from the close of the sales and from the terms. The rule of
 * raffles from before delays were kept named a round that was still to come.
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

export const CLOSE_SALES = 'close-raffle-sales';
export const DRAW_RAFFLE = 'draw-raffle';

/** So long an administrator may choose the moment of the draw: then it is drawn without one. */
const DRAWN_WITHIN_MS = HOUR_MS;

type Cause = 'SOLD_OUT' | 'TIME' | 'ADMIN';

/**
 * Fixes the list of tickets: from the commit on nobody can buy. The hash of the list is computed afterwards, by a job or by
 * the draw. The raffle is locked.
 */
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

/** At the time that is given; a later one takes its place. */
export async function scheduleClose(tx: Tx, id: Id<'raffle'>, closesAt: Date | null): Promise<void> {
  if (closesAt === null) return;
  await addJob(tx, CLOSE_SALES, { raffleId: id }, { jobKey: `${CLOSE_SALES}:${id}`, runAt: closesAt });
}

/** What the job does: nothing where the time was moved or taken away meanwhile, or sales are closed already. */
async function closeDueSales(db: Db, id: Id<'raffle'>): Promise<void> {
  await transaction(db, async (tx) => {
    const raffle = await lockRaffle(tx, id);
    if (raffle === null || raffle.status !== 'ACTIVE' || raffle.isOnSale) return;
    await closeSales(tx, id, 'TIME', { actorId: null, ip: null });
  });
}

const raffleIdOf = (payload: unknown) => (payload as { raffleId: Id<'raffle'> }).raffleId;

/** What follows a sale without anybody asking for it. Each bears repetition. */
export const salesTasks = (deps: BeaconDeps): JobSet['tasks'] => ({
  [CLOSE_SALES]: (payload) => closeDueSales(deps.db, raffleIdOf(payload)),
  [FIX_TICKET_LIST]: (payload) => fixTicketList(deps, raffleIdOf(payload)),
});
