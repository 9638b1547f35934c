import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { DrawnRoll, StoredRoll } from '../../rolls/index.ts';
import type { PlayableCase, PlayableItem } from '../cases.types.ts';

/** A request to open one case, some times at once. */
export interface OpenCommand {
  userId: Id<'user'>;
  playable: PlayableCase;
  quantity: number;
  /** For these openings alone; null: the user's, or a random one for each. */
  clientSeed: string | null;
}

/** What a player has seen of a case and wants to play, or not at all. Null: whatever it is. */
export interface ExpectedCase {
  priceCents: Cents | null;
  versionNumber: number | null;
}

/** What a roll comes to in a case. */
export interface OpeningOutcome {
  isFlip: boolean;
  item: PlayableItem;
}

/** An opening to be written. */
export interface NewOpening extends DrawnRoll, OpeningOutcome {
  id: Id<'case-opening'>;
  inventoryItemId: Id<'inventoryItem'>;
  userId: Id<'user'>;
  playable: PlayableCase;
  transferId: Id<'transfer'>;
}

export interface Opening extends NewOpening {
  /** When it was won. */
  itemValueCents: Cents;
}

export interface OpenedCases {
  openings: readonly Opening[];
  balanceCents: Cents;
  totalCostCents: Cents;
  totalWonCents: Cents;
}

/** An opening as it is kept. */
export interface StoredOpening extends StoredRoll {
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
  isFlip: boolean;
}
