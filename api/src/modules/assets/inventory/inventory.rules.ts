import type { Id } from '../../../platform/ids.ts';
import type { InventoryItem, InventoryStatus, SaleLine } from './inventory.types.ts';

/**
 * The steps an item may take. SOLD, WITHDRAWN and USED_IN_UPGRADE are ends; nothing leads to USED_IN_BATTLE, since
 * battles create new items. IN_SWAP ends as SOLD where a site swap consumes the item.
 */
export const LEGAL_STEPS: Readonly<Record<InventoryStatus, readonly InventoryStatus[]>> = {
  AVAILABLE: ['SOLD', 'LOCKED', 'IN_SWAP'],
  LOCKED: ['AVAILABLE', 'WITHDRAWN', 'USED_IN_UPGRADE'],
  IN_SWAP: ['AVAILABLE', 'SOLD'],
  SOLD: [],
  WITHDRAWN: [],
  USED_IN_UPGRADE: [],
  USED_IN_BATTLE: [],
};

/** Whether an item may be moved so without a sale: an available item becomes SOLD only together with its credit. */
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

/**
 * Why a sale of these items cannot be, or null. The first fault in the order asked for; that an item has no details is
 * reported only where nothing else is wrong.
 */
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

/** What of the item itself keeps it from being withdrawn, in the order in which a withdrawal is refused; null: nothing. */
export function stayCodeOf({
  status,
  restrictedToGames,
  details,
}: Pick<InventoryItem, 'status' | 'restrictedToGames' | 'details'>): StayCode | null {
  if (restrictedToGames) return 'RESTRICTED_TO_GAMES';
  if (status === 'LOCKED' || status === 'IN_SWAP') return status;
  if (status !== 'AVAILABLE') return 'GONE';
  return details === null ? 'NOT_IN_CATALOGUE' : null;
}
