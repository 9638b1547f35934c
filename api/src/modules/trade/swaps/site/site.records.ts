import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';

export const SITE_SWAP_STATUSES = ['PENDING', 'COMPLETED', 'FAILED'] as const;
export type SiteSwapStatus = (typeof SITE_SWAP_STATUSES)[number];

/** Of what is given for one item. */
export const MAX_GIVEN = 6;

/** What the item of a site swap says it came from, and the kind of the order that buys it. */
export const SITE_SWAP = 'SITE_SWAP';

/** An item that is given, at its value of the moment. */
export interface OfferedItem {
  inventoryItemId: Id<'inventoryItem'>;
  itemId: Id<'item'>;
  name: string;
  valueCents: Cents;
}

export interface SiteSwap {
  id: Id<'site-swap'>;
  userId: Id<'user'>;
  orderId: Id<'order'>;
  status: SiteSwapStatus;
  given: OfferedItem[];
  givenCents: Cents;
  target: { itemId: Id<'item'>; name: string; imageUrl: string; rarity: string };
  /** What it cost: its value in the catalogue, or what the market asked at the margin of the house. */
  targetCents: Cents;
  /** What is credited once it is bought. */
  creditCents: Cents;
  /** By how much the purchase may go beyond the value of the target in the catalogue. */
  overCents: Cents;
  quotedCoins: number;
  maxCoins: number;
  /** The target in the user's inventory; null before. */
  receivedId: Id<'inventoryItem'> | null;
  failureReason: string | null;
  createdAt: Date;
  settledAt: Date | null;
  /** When the target was taken back, since it was never delivered to the house; null where it was not. */
  undoneAt: Date | null;
}

/** What users may swap for: an item of the catalogue that somebody sells on the marketplace. */
export interface SwapTarget {
  itemId: Id<'item'>;
  marketHashName: string;
  name: string;
  imageUrl: string;
  rarity: string;
  valueCents: Cents;
  /** How many are for sale. */
  count: number;
}

/** What the marketplace is asked for, and where it is sent: to the house's own account. */
export interface SiteSwapAsk {
  name: string;
  maxCoins: number;
  partner: string;
  token: string;
}

/** The account at Steam that what is bought goes to. */
export interface HouseAccount {
  partner: string;
  token: string;
}
