import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';

export const SWAP_STATUSES = ['PENDING', 'ACCEPTED', 'CANCELLED', 'DECLINED'] as const;
export type SwapStatus = (typeof SWAP_STATUSES)[number];

/** As a user sees an offer: made by them, or made to them or accepted by them. */
export const DIRECTIONS = ['SENT', 'RECEIVED'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Of each side. A person looks at all of them before they agree. */
export const MAX_ITEMS_PER_SIDE = 20;

/** What a user wants to offer, and to whom. */
export interface OfferRequest {
  creatorId: Id<'user'>;
  /** Null: to everybody. */
  acceptorId: Id<'user'> | null;
  offeredIds: readonly Id<'inventoryItem'>[];
  /** Certain items of the acceptor. */
  askedIds: readonly Id<'inventoryItem'>[];
  /** Any item of each kind; a kind as often as it is wanted. */
  askedItemIds: readonly Id<'item'>[];
}

/** One certain item of the acceptor, or any of a kind. */
export interface Ask {
  itemId: Id<'item'>;
  inventoryItemId: Id<'inventoryItem'> | null;
}

/** An item that changes hands, and which of the catalogue it is. */
export interface SwapItem {
  inventoryItemId: Id<'inventoryItem'>;
  itemId: Id<'item'>;
}

/** What is decided on when somebody acts on an offer; nobody else does meanwhile. */
export interface LockedOffer {
  id: Id<'swap'>;
  status: SwapStatus;
  isPublic: boolean;
  creatorId: Id<'user'>;
  acceptorId: Id<'user'> | null;
  isCreatorActive: boolean;
  offeredIds: Id<'inventoryItem'>[];
  asked: Ask[];
}

export interface Trader {
  id: Id<'user'>;
  username: string;
  avatarUrl: string | null;
}

/** An item as an offer shows it, at its value of now. */
export interface ShownItem {
  /** Null where any item of the kind will do. */
  inventoryItemId: Id<'inventoryItem'> | null;
  itemId: Id<'item'>;
  name: string;
  imageUrl: string;
  rarity: string;
  valueCents: Cents;
}

export interface Offer {
  id: Id<'swap'>;
  status: SwapStatus;
  isPublic: boolean;
  creator: Trader;
  acceptor: Trader | null;
  offered: ShownItem[];
  asked: ShownItem[];
  /** What the acceptor gave for it; nothing before. */
  given: ShownItem[];
  createdAt: Date;
  endedAt: Date | null;
}
