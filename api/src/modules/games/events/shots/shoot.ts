import { strict as assert } from 'node:assert';
import { pickItem, type Verification, verifyShot as verifyPlayed } from '@lisura/fairness';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import type { Id } from '../../../../platform/ids.ts';
import { addItems, takeItemIds } from '../../../assets/inventory/index.ts';
import { lockToPlay } from '../../../assets/limits/index.ts';
import { isPublisherSql, ownPublication } from '../../../people/decisions/index.ts';
import { chooseSeed, findCommittedHash, type PaidRolls, rollAll, type SeedDeps } from '../../rolls/index.ts';
import { alertNearEnd, withinBudget } from '../budgets.ts';
import {
  eventNotFound,
  eventNotRunning,
  noEventRuns,
  noShotsAtThatPrice,
  notEnoughTickets,
  shotNotFound,
  shotsArePaused,
} from '../events.errors.ts';
import {
  type FiredShot,
  type NewShot,
  type Prize,
  restrictionOf,
  SHOT_SOURCE,
  type StoredEvent,
  type StoredShot,
  shotStream,
  type TicketPrice,
} from '../events.records.ts';
import { isPaused, ticketsOf } from '../events.rules.ts';
import { findPublishedEvent, findRunningEvent, listPrizesAt } from '../events.sql.ts';
import { spendTickets } from '../pass/pass.sql.ts';
import { HOUSE_EDGE_PERCENT } from '../read-event.ts';
import { findUserShot, insertShot } from './shots.sql.ts';

export interface ShootDeps extends SeedDeps {
  db: Db;
  clock: Clock;
}

interface ShootCommand {
  userId: Id<'user'>;
  /** Null: the event that runs. */
  eventId: Id<'event'> | null;
  ticketPrice: TicketPrice;
  /** Null: the seed of the user, or a random one. */
  clientSeed: string | null;
}

/**
 * The tickets are spent, which takes the nonce, under the lock of the user's account. Then the item and the shot are
 * written together, and the whole table is valued at the moment of the item, so that no item is won at prices that
 * pause the table. A refusal costs nothing.
 */
export function shoot(deps: ShootDeps, command: ShootCommand, once: Once<FiredShot> | null): Promise<FiredShot> {
  let eventId = command.eventId;
  const work = async (tx: Tx) => {
    const [, event] = await Promise.all([
      lockToPlay(tx, command.userId, deps.clock.now()),
      findEventToShootAt(tx, command.eventId),
    ]);
    eventId = event.id;
    const paid = await payForShot(tx, { ...command, event });
    const [[rolls], [inventoryItemId]] = await Promise.all([rollAll(deps, tx, [paid]), takeItemIds(tx, 1)]);
    const roll = rolls?.[0];
    assert(roll !== undefined && inventoryItemId !== undefined);
    const { userId, ticketPrice } = command;
    const prize = pickItem(paid.prizes, roll.roll);
    const shot = { ...roll, id: paid.shotId, eventId: event.id, userId, ticketPrice, prize, inventoryItemId };
    const [, valued] = await Promise.all([addItems(tx, [itemOf(shot)]), insertShot(tx, shot, HOUSE_EDGE_PERCENT)]);
    if (isPaused({ ...shot, ...valued, ticketsPerReal: event.ticketsPerReal })) throw shotsArePaused();
    await alertNearEnd(tx, event.id, valued, valued.itemValueCents);
    return { ...shot, ...valued, ticketsLeft: paid.ticketsLeft };
  };
  return withinBudget(
    deps.db,
    () => writeOnce(deps.db, once, work),
    () => eventId,
  );
}

interface Shot extends ShootCommand {
  event: StoredEvent;
}

interface PaidShot extends PaidRolls {
  shotId: Id<'event-shot'>;
  prizes: readonly Prize[];
  ticketsLeft: bigint;
}

/** Tickets are no stake and earn nothing. */
async function payForShot(tx: Tx, { event, userId, ticketPrice, clientSeed }: Shot): Promise<PaidShot> {
  const participant = { eventId: event.id, userId };
  const [prizes, paid] = await Promise.all([
    listPrizesAt(tx, event.id, ticketPrice),
    spendTickets(tx, participant, ticketPrice, isPublisherSql(userId, { type: 'event', id: event.id })),
  ]);
  if (prizes.length === 0) throw noShotsAtThatPrice();
  if (paid === null) throw notEnoughTickets();
  if (paid.isPublisher) throw ownPublication();
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

/** The table of a published event never changes, so it is the one that was played. */
export async function verifyShot(
  db: Db,
  userId: Id<'user'>,
  id: Id<'event-shot'>,
): Promise<{ shot: StoredShot; verification: Verification }> {
  const shot = await findUserShot(db, userId, id);
  if (shot === null) throw shotNotFound();
  const [prizes, shownHash] = await Promise.all([
    listPrizesAt(db, shot.eventId, shot.ticketPrice),
    findCommittedHash(db, shotStream({ eventId: shot.eventId, userId }), shot.nonce),
  ]);
  const table = prizes.map(({ item, hashRangeStart, hashRangeEnd }) => ({ ...item, hashRangeStart, hashRangeEnd }));
  return { shot, verification: verifyPlayed(shot, table, shownHash) };
}
