import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { DrawnRoll, StoredRoll } from '../rolls/index.ts';

/** What inventory items that were won in an upgrade name as their source, with the id of the upgrade. */
export const UPGRADE_SOURCE = 'UPGRADE';

/** An item of the catalogue with its value in BRL at the moment that is spoken of. */
export interface ValuedItem {
  id: Id<'item'>;
  name: string;
  imageUrl: string;
  rarity: string;
  valueCents: Cents;
}

/** What can be upgraded to. */
export interface UpgradeTarget extends ValuedItem {
  weaponCategory: string;
  exterior: string | null;
  isStatTrak: boolean;
}

/** What is staked, and for what. */
export interface StakeRequest {
  userId: Id<'user'>;
  inventoryItemIds: readonly Id<'inventoryItem'>[];
  /** The part paid from the balance; 0 where items alone are staked. */
  balanceCents: Cents;
  targetItemId: Id<'item'>;
}

/** An inventory item that somebody asks to stake, as it was found. */
export interface FoundItem {
  id: Id<'inventoryItem'>;
  isOwn: boolean;
  status: string;
  /** For the games of the platform alone. */
  isRestricted: boolean;
  /** Null where it has lost its entry in the catalogue. */
  item: ValuedItem | null;
}

/** All prices of one moment. */
export interface FoundStake {
  /** Those that exist, in the order of their ids. */
  items: FoundItem[];
  /** Null where it cannot be upgraded to. */
  target: ValuedItem | null;
}

export interface UpgradeInput {
  inventoryItemId: Id<'inventoryItem'>;
  item: ValuedItem;
}

/** A stake that may be played, with the chance that it has. Units are 1/10000 percent. */
export interface UpgradeOffer {
  inputs: readonly UpgradeInput[];
  target: ValuedItem;
  itemsValueCents: Cents;
  /** The part from the balance. */
  balanceCents: Cents;
  totalCents: Cents;
  edgeUnits: number;
  chanceUnits: number;
  successThreshold: number;
}

export type UpgradeStatus = 'WON' | 'LOST';

/** An upgrade to be written. */
export interface NewUpgrade extends UpgradeOffer, DrawnRoll {
  id: Id<'upgrade'>;
  userId: Id<'user'>;
  status: UpgradeStatus;
  /** What is won is for the games of the platform alone, since a part of what was staked was. */
  isRestricted: boolean;
  transferId: Id<'transfer'> | null;
  /** What was won. */
  wonInventoryItemId: Id<'inventoryItem'> | null;
}

export interface PerformedUpgrade extends NewUpgrade {
  /** The user's balance after it. */
  accountCents: Cents;
}

/** An upgrade as it is kept. */
export interface StoredUpgrade extends UpgradeOffer, StoredRoll {
  id: Id<'upgrade'>;
  userId: Id<'user'>;
  status: UpgradeStatus;
  wonInventoryItemId: Id<'inventoryItem'> | null;
}
