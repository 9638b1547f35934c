import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';

/** The grades of Counter-Strike 2's item schema, with the names that its players know. */
export const RARITIES = {
  CONSUMER_GRADE: 'Consumer Grade',
  INDUSTRIAL_GRADE: 'Industrial Grade',
  MIL_SPEC: 'Mil-Spec Grade',
  RESTRICTED: 'Restricted',
  CLASSIFIED: 'Classified',
  COVERT: 'Covert',
  CONTRABAND: 'Contraband',
  EXTRAORDINARY: 'Extraordinary',
  BASE_GRADE: 'Base Grade',
  HIGH_GRADE: 'High Grade',
  REMARKABLE: 'Remarkable',
  EXOTIC: 'Exotic',
} as const;
export type Rarity = keyof typeof RARITIES;

/** The colours in which the game shows them. */
export const RARITY_COLORS: Readonly<Record<Rarity, string>> = {
  CONSUMER_GRADE: '#b0c3d9',
  INDUSTRIAL_GRADE: '#5e98d9',
  MIL_SPEC: '#4b69ff',
  RESTRICTED: '#8847ff',
  CLASSIFIED: '#d32ce6',
  COVERT: '#eb4b4b',
  CONTRABAND: '#e4ae39',
  EXTRAORDINARY: '#eb4b4b',
  BASE_GRADE: '#b0c3d9',
  HIGH_GRADE: '#4b69ff',
  REMARKABLE: '#8847ff',
  EXOTIC: '#d32ce6',
};

export const WEAPON_CATEGORIES = {
  PISTOL: 'Pistol',
  SMG: 'SMG',
  RIFLE: 'Rifle',
  SNIPER_RIFLE: 'Sniper Rifle',
  SHOTGUN: 'Shotgun',
  MACHINE_GUN: 'Machine Gun',
  KNIFE: 'Knife',
  GLOVES: 'Gloves',
  EQUIPMENT: 'Equipment',
  STICKER: 'Sticker',
  CASE: 'Case',
  AGENT: 'Agent',
  CHARM: 'Charm',
  MUSIC_KIT: 'Music Kit',
  OTHER: 'Other',
} as const;
export type WeaponCategory = keyof typeof WEAPON_CATEGORIES;

export const EXTERIORS = {
  FACTORY_NEW: 'Factory New',
  MINIMAL_WEAR: 'Minimal Wear',
  FIELD_TESTED: 'Field-Tested',
  WELL_WORN: 'Well-Worn',
  BATTLE_SCARRED: 'Battle-Scarred',
} as const;
export type Exterior = keyof typeof EXTERIORS;

export interface Item {
  id: Id<'item'>;
  name: string;
  /** The name on the marketplace, unique. */
  marketHashName: string;
  imageUrl: string;
  rarity: Rarity;
  weaponCategory: WeaponCategory;
  exterior: Exterior | null;
  isStatTrak: boolean;
  collection: string | null;
  /** USD, as the marketplace asks. */
  originalPriceCents: Cents;
  /** USD, with the house margin. */
  valueCents: Cents;
  /** BRL: what the item is worth on the platform. */
  valueCentsBrl: Cents;
  /** Informational; prices follow the platform's margin. */
  marginPercent: number;
  /** Archived items leave the lists and stay where they are owned. */
  archivedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** An item as an administrator describes it; the prices follow. */
export interface ItemDescription {
  name: string;
  marketHashName: string;
  imageUrl: string;
  rarity: Rarity;
  weaponCategory: WeaponCategory;
  exterior: Exterior | null;
  isStatTrak: boolean;
  collection: string | null;
  originalPriceCents: Cents;
  marginPercent: number;
}

export interface ItemFilter {
  rarity: Rarity | null;
  weaponCategory: WeaponCategory | null;
  exterior: Exterior | null;
  isStatTrak: boolean | null;
  minValueCentsBrl: Cents | null;
  maxValueCentsBrl: Cents | null;
  /** USD, with the margin. */
  maxValueCents: Cents | null;
  search: string | null;
  /** Null: both. */
  isArchived: boolean | null;
}

export type ItemOrder = 'value' | 'name' | 'createdAt';
export type SortOrder = 'asc' | 'desc';

export interface ItemFigures {
  count: number;
  minValueCentsBrl: Cents;
  maxValueCentsBrl: Cents;
  averageValueCentsBrl: Cents;
  byRarity: ReadonlyMap<string, number>;
  byCategory: ReadonlyMap<string, number>;
}

/** BRL for one USD, as in force. */
export interface ExchangeRate {
  /** An exact decimal, with every digit of the source. */
  usdToBrl: string;
  source: string;
  /** True while no rate that is young enough to be kept is known. */
  isFallback: boolean;
  /** When the source said it last, or an administrator set it. */
  updatedAt: Date;
  /** Set by an administrator: the source is not asked before. Null: it is asked as usual. */
  heldUntil: Date | null;
}

/** The rate in force, and whether the source says another one that is held back. */
export interface ServedRate extends ExchangeRate {
  isHeldBack: boolean;
}

/** Why a rate was taken. */
export type RateReason = 'FIRST' | 'WITHIN_LIMITS' | 'SAID_FOR_AN_HOUR' | 'CONFIRMED' | 'FALLBACK' | 'SET_BY_HAND';

/** A rate that was in force. */
export interface PastRate {
  usdToBrl: string;
  reason: RateReason;
  /** Null: it still is. */
  replacedAt: Date | null;
}

/** A rate that was in force, as administrators see it. */
export interface RateInHistory extends PastRate {
  id: Id<'taken-rate'>;
  source: string;
  takenAt: Date;
  /** Who confirmed it or set it by hand; null: it was taken without a person. */
  confirmedBy: Id<'user'> | null;
  /** Why it was set by hand. */
  note: string | null;
}

/** What a source says and is not taken, because it is too far from what was in force. */
export interface HeldBack<Value> {
  /** As said last. */
  value: Value;
  /** As said first; about the same since. */
  firstValue: Value;
  firstSaidAt: Date;
  lastSaidAt: Date;
}

export type HeldBackRate = HeldBack<string> & {
  source: string;
  /** An hour of the same does not take it: an administrator does. */
  waitsForPerson: boolean;
};

/** An item with its price from a sync. */
export interface GuardedPrice {
  itemId: Id<'item'>;
  marketHashName: string;
  inForce: Cents;
  /** Between which prices it was in the last day, the one in force included. */
  lowest: Cents;
  highest: Cents;
  /** BRL: what one is worth to its owner. */
  valueCentsBrl: Cents;
  /** Whether an administrator has said the price in force, and no source yet. */
  isMadeUp: boolean;
  held: HeldBack<Cents> | null;
}

/** A price that is held back, with its item. */
export interface HeldBackPrice extends HeldBack<Cents> {
  itemId: Id<'item'>;
  name: string;
  marketHashName: string;
  inForce: Cents;
  stepPercent: number;
  /** The last sync that said it. */
  syncId: Id<'item-sync'>;
}

export type SyncKind = 'ITEMS' | 'PRICES';
export type SyncStatus = 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED';

/** Long work on the catalogue and how far it has come. */
export interface ItemSync {
  id: Id<'item-sync'>;
  kind: SyncKind;
  status: SyncStatus;
  processed: number;
  total: number | null;
  message: string | null;
  requestedBy: Id<'user'> | null;
  createdAt: Date;
  finishedAt: Date | null;
}

/** An item as the outside item database describes it, in our words. */
export interface OutsideItem {
  id: string;
  name: string;
  marketHashName: string;
  imageUrl: string;
  rarity: Rarity;
  weaponCategory: WeaponCategory;
  exterior: Exterior | null;
  isStatTrak: boolean;
  collection: string | null;
}

export interface OutsideCollection {
  id: string;
  name: string;
  imageUrl: string;
}

/** What could be read of a list, and how many entries could not. */
export interface OutsideList<Entry> {
  entries: readonly Entry[];
  skipped: number;
}
