import { pickItem } from '@lisura/fairness';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import type { Id } from '../../../../platform/ids.ts';
import { notRefused, type Refused } from '../../../../platform/refusals.ts';
import { addItems } from '../../../assets/inventory/index.ts';
import { lockToPlay } from '../../../assets/limits/index.ts';
import { chooseSeed, type PaidRolls, play, type Rules, type SeedDeps } from '../../rolls/index.ts';
import { listPrizesAt } from '../event-contents.sql.ts';
import {
  eventNotFound,
  eventNotRunning,
  noEventRuns,
  noShotsAtThatPrice,
  notEnoughTickets,
  shotsArePaused,
} from '../events.errors.ts';
import { ticketsOf } from '../events.rules.ts';
import { findPublishedEvent, findRunningEvent } from '../events.sql.ts';
import { type Prize, restrictionOf, SHOT_SOURCE, type StoredEvent, type TicketPrice } from '../events.types.ts';
import { HOUSE_EDGE_PERCENT } from '../house-edge.ts';
import { spendTickets } from '../pass/index.ts';
import { isPaused } from '../shot-returns.rules.ts';
import { shotStream } from '../shot-stream.ts';
import type { FiredShot, NewShot } from '../shots.types.ts';
import { insertShot } from './shots.sql.ts';

export interface ShootDeps extends SeedDeps {
  db: Db;
  clock: Clock;
}

interface ShootCommand {
  userId: Id<'user'>;
  /** Null: the one that runs. */
  eventId: Id<'event'> | null;
  ticketPrice: TicketPrice;
  /** For this shot alone; null: the user's, or a random one. */
  clientSeed: string | null;
}

/**
 * One shot: under the lock of the user's account the tickets are spent, which takes the nonce; then, everything being
 * decided, the item and the shot that names it are written together, and the whole table is valued at the same moment as
 * the item: none is ever won at prices at which the table would have been paused. What is refused has cost nothing.
 */
export function shoot(deps: ShootDeps, command: ShootCommand, once: Once<FiredShot> | null): Promise<FiredShot> {
  return writeOnce(deps.db, once, async (tx) => {
    const [, event] = await Promise.all([
      lockToPlay(tx, command.userId, deps.clock.now()),
      findEventToShootAt(tx, command.eventId),
    ]);
    const [outcome] = await play(deps, tx, shotRules, [{ ...command, event }]);
    const shot = notRefused(outcome).results[0] as FiredShot;
    if (isPaused({ ...shot, ticketsPerReal: event.ticketsPerReal })) throw shotsArePaused();
    return shot;
  });
}

interface Shot extends ShootCommand {
  event: StoredEvent;
}

interface PaidShot extends PaidRolls {
  shotId: Id<'event-shot'>;
  prizes: readonly Prize[];
  ticketsLeft: bigint;
}

/** How shots are fired; what every game does is done by `play`. They are paid in tickets and earn nothing more. */
const shotRules: Rules<Shot, PaidShot, NewShot & Pick<FiredShot, 'ticketsLeft'>, FiredShot> = {
  charge: (tx, shots) => Promise.all(shots.map((shot) => payForShot(tx, shot))),
  draw: ({ event, userId, ticketPrice }, { shotId, prizes, ticketsLeft }, { drawn, inventoryItemId }) => ({
    ...drawn,
    id: shotId,
    eventId: event.id,
    userId,
    ticketPrice,
    prize: pickItem(prizes, drawn.roll),
    inventoryItemId,
    ticketsLeft,
  }),
  write: async (tx, shots) => {
    const [, ...valued] = await Promise.all([
      addItems(tx, shots.map(itemOf)),
      ...shots.map((shot) => insertShot(tx, shot, HOUSE_EDGE_PERCENT)),
    ]);
    return shots.map((shot, index) => ({ ...shot, ...(valued[index] as (typeof valued)[0]) }));
  },
};

/** Refused where the tickets do not suffice. */
async function payForShot(tx: Tx, { event, userId, ticketPrice, clientSeed }: Shot): Promise<PaidShot | Refused> {
  const participant = { eventId: event.id, userId };
  const [prizes, paid] = await Promise.all([
    listPrizesAt(tx, event.id, ticketPrice),
    spendTickets(tx, participant, ticketPrice),
  ]);
  if (prizes.length === 0) throw noShotsAtThatPrice();
  if (paid === null) return { refused: notEnoughTickets() };
  return {
    stream: shotStream(participant),
    firstNonce: paid.nonce,
    count: 1,
    ...chooseSeed(clientSeed, paid.clientSeed),
    shotId: paid.shotId,
    prizes,
    ticketsLeft: ticketsOf(paid.progress, event),
  };
}

async function findEventToShootAt(tx: Tx, id: Id<'event'> | null): Promise<StoredEvent> {
  if (id === null) {
    const running = await findRunningEvent(tx);
    if (running === null) throw noEventRuns();
    return running;
  }
  const event = await findPublishedEvent(tx, id);
  if (event === null) throw eventNotFound();
  if (!event.isRunning) throw eventNotRunning();
  return event;
}

function itemOf({ id, userId, prize, inventoryItemId }: NewShot) {
  return {
    id: inventoryItemId,
    userId,
    itemId: prize.item.itemId,
    acquiredFrom: 'Evento - Atire na Caixa',
    ...restrictionOf(prize),
    source: { type: SHOT_SOURCE, id, index: 0 },
  };
}
