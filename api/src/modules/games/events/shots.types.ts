import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { Prize, TicketPrice } from './events.types.ts';

/** The seed of a shot and the hash that bound the server to it. */
export interface ShotSeed {
  serverSeed: string;
  serverSeedHash: string;
  /** As PostgreSQL prints it, to the microsecond; null: with the shot itself. */
  committedAt: string | null;
}

/** What a roll is made of, all of it fixed before. */
export interface ShotIngredients extends ShotSeed {
  clientSeed: string;
  nonce: number;
}

/** What has decided a shot, and is revealed with it. */
export interface DrawnShot extends ShotIngredients {
  roll: number;
  prize: Prize;
}

/** A shot to be written. */
export interface NewShot extends DrawnShot {
  id: Id<'event-shot'>;
  eventId: Id<'event'>;
  userId: Id<'user'>;
  ticketPrice: TicketPrice;
  /** Of the item won, which is written with it. */
  inventoryItemId: Id<'inventoryItem'>;
}

export interface FiredShot extends NewShot {
  /** When it was won. */
  itemValueCents: Cents;
  ticketsLeft: bigint;
}

/** A shot as it is kept. */
export interface StoredShot {
  id: Id<'event-shot'>;
  eventId: Id<'event'>;
  ticketPrice: TicketPrice;
  itemId: Id<'item'>;
  itemName: string;
  itemImageUrl: string;
  itemRarity: string;
  itemValueCents: Cents;
  inventoryItemId: Id<'inventoryItem'>;
  chanceWidth: number;
  nonce: number;
  serverSeed: string;
  serverSeedHash: string;
  clientSeed: string;
  roll: number;
  committedAt: Date;
  createdAt: Date;
}
