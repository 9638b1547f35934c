import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { PlayableCase, PlayableItem } from './cases.types.ts';

/** What inventory items that were won in an opening name as their source, with the id of the opening. */
export const OPENING_SOURCE = 'CASE_OPENING';

/** A request to open one case, some times at once. */
export interface OpenCommand {
  userId: Id<'user'>;
  playable: PlayableCase;
  quantity: number;
  /** For these openings alone; null: the user's, or a random one for each. */
  clientSeed: string | null;
}

/** What decides an opening, and what is revealed with it. */
export interface DrawnOpening {
  nonce: number;
  serverSeed: string;
  serverSeedHash: string;
  clientSeed: string;
  /** As PostgreSQL prints it; null: in the transaction of the opening. */
  committedAt: string | null;
  roll: number;
  isFlip: boolean;
  item: PlayableItem;
}

export interface Opening extends DrawnOpening {
  id: Id<'case-opening'>;
  inventoryItemId: Id<'inventoryItem'>;
  /** When it was won. */
  itemValueCents: Cents;
}

export interface OpenedCases {
  openings: readonly Opening[];
  balanceCents: Cents;
  totalCostCents: Cents;
  totalWonCents: Cents;
}

/** An opening to be written. */
export interface NewOpening extends DrawnOpening {
  id: Id<'case-opening'>;
  inventoryItemId: Id<'inventoryItem'>;
  userId: Id<'user'>;
  playable: PlayableCase;
  transferId: Id<'transfer'>;
}

/** An opening as it is kept. */
export interface StoredOpening {
  id: Id<'case-opening'>;
  userId: Id<'user'>;
  caseId: Id<'case'>;
  caseName: string;
  versionId: Id<'case-version'>;
  versionNumber: number;
  flipThreshold: number | null;
  itemId: Id<'item'>;
  itemName: string;
  itemImageUrl: string;
  itemRarity: string;
  itemValueCents: Cents;
  inventoryItemId: Id<'inventoryItem'>;
  priceCents: Cents;
  chanceWidth: number;
  nonce: number;
  serverSeed: string;
  serverSeedHash: string;
  clientSeed: string;
  roll: number;
  isFlip: boolean;
  committedAt: Date;
  createdAt: Date;
}

/** What everybody may see of an opening. */
export interface Drop {
  id: Id<'case-opening'>;
  username: string;
  avatarUrl: string | null;
  caseId: Id<'case'>;
  caseName: string;
  itemId: Id<'item'>;
  itemName: string;
  itemImageUrl: string;
  itemRarity: string;
  itemValueCents: Cents;
  chanceWidth: number;
  createdAt: Date;
}
