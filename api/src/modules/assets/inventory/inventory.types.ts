import type { Id } from '../../../platform/ids.ts';

export const INVENTORY_STATUSES = [
  'AVAILABLE',
  'LOCKED',
  'SOLD',
  'WITHDRAWN',
  'USED_IN_UPGRADE',
  'USED_IN_BATTLE',
  'IN_SWAP',
] as const;
export type InventoryStatus = (typeof INVENTORY_STATUSES)[number];

/** What an item of the catalogue shows in a list. */
interface ItemDetails {
  name: string;
  imageUrl: string;
  rarity: string;
  weaponCategory: string;
  exterior: string | null;
  isStatTrak: boolean;
  valueCentsBrl: bigint;
}

/** How an item without an entry in the catalogue is called; it can be searched for and sorted by that. */
export const UNKNOWN_ITEM_NAME = 'Unknown item';

/** One item of a user. */
export interface InventoryItem {
  id: Id<'inventoryItem'>;
  userId: Id<'user'>;
  /** Null where the item has lost its entry in the catalogue. */
  itemId: Id<'item'> | null;
  status: InventoryStatus;
  acquiredAt: Date;
  acquiredFrom: string | null;
  lockedUntil: Date | null;
  restrictedToGames: boolean;
  /** Null exactly where the id of the item is. */
  details: ItemDetails | null;
}

/** What an item came from, by how the words of its origin begin; those are the documents'. */
export const ITEM_SOURCES = {
  CASE: 'Caixa',
  BATTLE: 'Batalha',
  UPGRADE: 'Upgrade',
  RAFFLE: 'Sorteio',
  EVENT: 'Evento',
  SWAP: 'Swap',
} as const;
export type ItemSource = keyof typeof ITEM_SOURCES;

export const OPENING_CAUSE = 'CASE_OPENING';

/** What gives items, as the items name it. */
export const ITEM_CAUSES = [
  OPENING_CAUSE,
  'UPGRADE',
  'BATTLE',
  'RAFFLE',
  'EVENT_CLAIM',
  'EVENT_SHOT',
  'SITE_SWAP',
] as const;
export type ItemCause = (typeof ITEM_CAUSES)[number];

export const SORT_KEYS = ['value', 'acquiredAt', 'name'] as const;
export const SORT_ORDERS = ['asc', 'desc'] as const;

/** What an item of the catalogue must be; undefined: anything. */
export interface ItemFilter {
  /** Part of its name. */
  search?: string | undefined;
  rarity?: string | undefined;
  weaponCategory?: string | undefined;
  exterior?: string | undefined;
  minValueCents?: bigint | undefined;
  maxValueCents?: bigint | undefined;
}

export interface InventoryRequest extends ItemFilter {
  status: InventoryStatus | undefined;
  source?: ItemSource | undefined;
  sortBy: (typeof SORT_KEYS)[number];
  sortOrder: (typeof SORT_ORDERS)[number];
  limit: number;
  offset: number;
}

export interface InventoryPage {
  items: InventoryItem[];
  /** Of the filters. */
  total: number;
  /** Of everything the user has, whatever the filters. */
  availableCount: number;
  availableValueCents: bigint;
  /** Of the moment of the page: it holds as long as they do. */
  epochs: string;
}

/** An item to be given, and its one cause. */
export interface NewInventoryItem {
  /** Taken beforehand by `takeItemIds`: the cause names its item. */
  id: Id<'inventoryItem'>;
  userId: Id<'user'>;
  itemId: Id<'item'>;
  acquiredFrom: string;
  /** For the games of the platform alone. */
  restrictedToGames?: boolean;
  source: { type: string; id: string; index: number };
}

/** What a sale of chosen items found. `sold` is null where the item could not be sold. */
export interface SaleLine {
  id: Id<'inventoryItem'>;
  isOwn: boolean;
  status: InventoryStatus;
  sold: { name: string; valueCents: bigint } | null;
}

export interface Sale {
  itemsSold: number;
  totalValueCents: bigint;
  /** The user's, after it. */
  balanceCents: bigint;
}

/** What chosen items would bring if they were sold now. */
export interface SaleQuote {
  totalValueCents: bigint;
  items: readonly { id: Id<'inventoryItem'>; valueCents: bigint }[];
}
