import { strict as assert } from 'node:assert';
import { seedHash } from '@lisura/fairness';
import type { Db, Tx } from '../../../platform/db.ts';
import { type Once, writeOnce } from '../../../platform/idempotency.ts';
import type { Id } from '../../../platform/ids.ts';
import { addItems, takeItemIds } from '../../assets/inventory/index.ts';
import { lockAccount } from '../../assets/wallet/index.ts';
import { randomSeeds } from '../fairness/index.ts';
import { listPrizesAt } from './event-contents.sql.ts';
import { eventNotFound, eventNotRunning, noEventRuns, noShotsAtThatPrice, notEnoughTickets } from './events.errors.ts';
import { ticketsOf } from './events.rules.ts';
import { findPublishedEvent, findRunningEvent } from './events.sql.ts';
import { SHOT_SOURCE, type StoredEvent, type TicketPrice } from './events.types.ts';
import { spendTickets } from './progress.sql.ts';
import { findNextSeed } from './shot-commitments.sql.ts';
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
 * One shot: under the lock of the user's account the seed of the next nonce is read and the tickets are spent, which takes
 * the nonce; then, everything being decided, the item and the shot that names it are written together. What is refused
 * has cost nothing.
 */
export function shoot({ db }: { db: Db }, command: ShootCommand, once: Once<FiredShot> | null): Promise<FiredShot> {
  const { userId, ticketPrice } = command;
  return writeOnce(db, once, async (tx) => {
    const [, event] = await Promise.all([lockAccount(tx, userId), findEventToShootAt(tx, command.eventId)]);
    const participant = { eventId: event.id, userId };
    // In this order: once the tickets are spent, the next shot is another one.
    const [prizes, committed, paid, itemIds] = await Promise.all([
      listPrizesAt(tx, event.id, ticketPrice),
      findNextSeed(tx, participant),
      spendTickets(tx, participant, ticketPrice),
      takeItemIds(tx, 1),
    ]);
    if (prizes.length === 0) throw noShotsAtThatPrice();
    if (paid === null) throw notEnoughTickets();
    const [freshSeed, freshClientSeed] = randomSeeds(2);
    assert(freshSeed !== undefined && freshClientSeed !== undefined);
    const seed = committed ?? { serverSeed: freshSeed, serverSeedHash: seedHash(freshSeed), committedAt: null };
    const clientSeed = command.clientSeed ?? paid.clientSeed ?? freshClientSeed;
    const drawn = drawShot(prizes, { ...seed, clientSeed, nonce: paid.nonce });
    const inventoryItemId = itemIds[0] as Id<'inventoryItem'>;
    const shot = { ...drawn, ...participant, id: paid.shotId, ticketPrice, inventoryItemId };
    const [, itemValueCents] = await Promise.all([addItems(tx, [itemOf(shot)]), insertShot(tx, shot)]);
    return { ...shot, itemValueCents, ticketsLeft: ticketsOf(paid.progress, event) };
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

function itemOf({ id, userId, prize, inventoryItemId }: NewShot) {
  return {
    id: inventoryItemId,
    userId,
    itemId: prize.item.itemId,
    acquiredFrom: 'Evento - Atire na Caixa',
    source: { type: SHOT_SOURCE, id, index: 0 },
  };
}
