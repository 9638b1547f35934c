import { strict as assert } from 'node:assert';
import { seedHash } from '@lisura/fairness';
import type { Db, Tx } from '../../../platform/db.ts';
import { type Once, writeOnce } from '../../../platform/idempotency.ts';
import type { Id } from '../../../platform/ids.ts';
import { addItems } from '../../assets/inventory/index.ts';
import { lockAccount } from '../../assets/wallet/index.ts';
import { randomSeeds } from '../fairness/index.ts';
import { listPrizesAt } from './event-contents.sql.ts';
import { eventNotFound, eventNotRunning, noEventRuns, noShotsAtThatPrice, notEnoughTickets } from './events.errors.ts';
import { ticketsOf } from './events.rules.ts';
import { findPublishedEvent, findRunningEvent } from './events.sql.ts';
import { SHOT_SOURCE, type StoredEvent, type TicketPrice } from './events.types.ts';
import { spendTickets } from './progress.sql.ts';
import { drawShot } from './shots.rules.ts';
import { insertShot } from './shots.sql.ts';
import type { FiredShot, NewShot } from './shots.types.ts';

interface ShootCommand {
  userId: Id<'user'>;
  /** Null: the one that runs. */
  eventId: Id<'event'> | null;
  ticketPrice: TicketPrice;
  /** For this shot alone; null: the user's, or a random one. */
  clientSeed: string | null;
}

/**
 * One shot: under the lock of the user's account the tickets are spent, which takes the nonce and the seed; then,
 * everything being decided, the item and the shot are written together. What is refused has cost nothing.
 */
export function shoot({ db }: { db: Db }, command: ShootCommand, once: Once<FiredShot> | null): Promise<FiredShot> {
  const { userId, ticketPrice } = command;
  return writeOnce(db, once, async (tx) => {
    const [, event] = await Promise.all([lockAccount(tx, userId), findEventToShootAt(tx, command.eventId)]);
    const [prizes, taken] = await Promise.all([
      listPrizesAt(tx, event.id, ticketPrice),
      spendTickets(tx, { eventId: event.id, userId }, ticketPrice),
    ]);
    if (prizes.length === 0) throw noShotsAtThatPrice();
    if (taken === null) throw notEnoughTickets();
    const [freshSeed, freshClientSeed] = randomSeeds(2);
    assert(freshSeed !== undefined && freshClientSeed !== undefined);
    const seed = taken.committed ?? { serverSeed: freshSeed, serverSeedHash: seedHash(freshSeed), committedAt: null };
    const clientSeed = command.clientSeed ?? taken.clientSeed ?? freshClientSeed;
    const drawn = drawShot(prizes, { ...seed, clientSeed, nonce: taken.nonce });
    const shot = { ...drawn, id: taken.shotId, eventId: event.id, userId, ticketPrice };
    const [, kept] = await Promise.all([addItems(tx, [itemOf(shot)]), insertShot(tx, shot)]);
    return { ...shot, ...kept, ticketsLeft: ticketsOf(taken.progress, event) };
  });
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

function itemOf({ id, userId, prize }: NewShot) {
  return {
    userId,
    itemId: prize.item.itemId,
    acquiredFrom: 'Evento - Atire na Caixa',
    source: { type: SHOT_SOURCE, id, index: 0 },
  };
}
