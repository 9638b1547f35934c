import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { DrawnRoll, StoredRoll } from '../rolls/index.ts';
import type { Prize, ShotReturn, TicketPrice } from './events.types.ts';

/** A shot to be written. */
export interface NewShot extends DrawnRoll {
  id: Id<'event-shot'>;
  eventId: Id<'event'>;
  userId: Id<'user'>;
  ticketPrice: TicketPrice;
  prize: Prize;
  /** Of the item won, which is written with it. */
  inventoryItemId: Id<'inventoryItem'>;
}

/** What a shot has come to, and what the table was worth at the moment that its item was valued. */
export interface FiredShot extends NewShot, Pick<ShotReturn, 'worthCents' | 'edgePercent'> {
  /** When it was won. */
  itemValueCents: Cents;
  ticketsLeft: bigint;
}

/** A shot as it is kept. */
export interface StoredShot extends StoredRoll {
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
}
