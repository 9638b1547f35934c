import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';

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

export interface InventoryItem {
  id: Id<'inventoryItem'>;
  userId: Id<'user'>;
  /** Null: the item has lost its entry in the catalogue. */
  itemId: Id<'item'> | null;
  status: InventoryStatus;
  acquiredAt: Date;
  acquiredFrom: string | null;
  lockedUntil: Date | null;
  restrictedToGames: boolean;
  /** They are null exactly where the id of the item is. */
  details: {
    name: string;
    imageUrl: string;
    rarity: string;
    weaponCategory: string;
    exterior: string | null;
    isStatTrak: boolean;
    valueCentsBrl: Cents;
  } | null;
}

export interface NewInventoryItem {
  /** `takeItemIds` has taken it, because the cause names its item. */
  id: Id<'inventoryItem'>;
  userId: Id<'user'>;
  itemId: Id<'item'>;
  acquiredFrom: string;
  restrictedToGames?: boolean;
  source: { type: string; id: string; index: number };
}

export interface Sale {
  itemsSold: number;
  totalValueCents: Cents;
  /** After the sale. */
  balanceCents: Cents;
}

export interface SaleQuote {
  totalValueCents: Cents;
  items: { id: Id<'inventoryItem'>; valueCents: Cents }[];
}

/** `sold` is null where the item could not be sold. */
export interface SaleLine {
  id: Id<'inventoryItem'>;
  isOwn: boolean;
  status: InventoryStatus;
  sold: { name: string; valueCents: Cents } | null;
}

/** Nothing leads to USED_IN_BATTLE, since battles create new items. A site swap consumes an item, which becomes SOLD. */
export const LEGAL_STEPS: Readonly<Record<InventoryStatus, readonly InventoryStatus[]>> = {
  AVAILABLE: ['SOLD', 'LOCKED', 'IN_SWAP'],
  LOCKED: ['AVAILABLE', 'WITHDRAWN', 'USED_IN_UPGRADE'],
  IN_SWAP: ['AVAILABLE', 'SOLD'],
  SOLD: [],
  WITHDRAWN: [],
  USED_IN_UPGRADE: [],
  USED_IN_BATTLE: [],
};

/** An available item becomes SOLD only by a sale, together with its credit. */
export function isMove(from: InventoryStatus, to: InventoryStatus): boolean {
  return LEGAL_STEPS[from].includes(to) && !(from === 'AVAILABLE' && to === 'SOLD');
}

export const MAX_ITEMS_PER_SALE = 100;

export type SelectionFault = 'NONE' | 'TOO_MANY' | 'REPEATED';

export function selectionFaultOf(ids: readonly Id<'inventoryItem'>[]): SelectionFault | null {
  if (ids.length === 0) return 'NONE';
  if (ids.length > MAX_ITEMS_PER_SALE) return 'TOO_MANY';
  return new Set(ids).size < ids.length ? 'REPEATED' : null;
}

export type SaleFault =
  | { kind: 'ABSENT' | 'FOREIGN' | 'WITHOUT_DETAILS' }
  | { kind: 'UNAVAILABLE'; id: Id<'inventoryItem'>; status: InventoryStatus };

/** Faults come in the order of the request, missing details last. */
export function saleFaultOf(asked: readonly Id<'inventoryItem'>[], lines: readonly SaleLine[]): SaleFault | null {
  const byId = new Map(lines.map((line) => [line.id, line]));
  for (const id of asked) {
    const line = byId.get(id);
    if (line === undefined) return { kind: 'ABSENT' };
    if (!line.isOwn) return { kind: 'FOREIGN' };
    if (line.status !== 'AVAILABLE') return { kind: 'UNAVAILABLE', id, status: line.status };
  }
  return lines.some(({ sold }) => sold === null) ? { kind: 'WITHOUT_DETAILS' } : null;
}

export const STAY_CODES = ['RESTRICTED_TO_GAMES', 'LOCKED', 'IN_SWAP', 'GONE', 'NOT_IN_CATALOGUE'] as const;
export type StayCode = (typeof STAY_CODES)[number];

type Stay = Pick<InventoryItem, 'status' | 'restrictedToGames' | 'details'>;

/** Returns the reason why the item cannot be withdrawn, in the order in which a withdrawal is refused. */
export function stayCodeOf({ status, restrictedToGames, details }: Stay): StayCode | null {
  if (restrictedToGames) return 'RESTRICTED_TO_GAMES';
  if (status === 'LOCKED' || status === 'IN_SWAP') return status;
  if (status !== 'AVAILABLE') return 'GONE';
  return details === null ? 'NOT_IN_CATALOGUE' : null;
}
