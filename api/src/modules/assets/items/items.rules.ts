import { HOUR_MS } from '../../../platform/durations.ts';
import type { Id } from '../../../platform/ids.ts';
import { type Cents, COINS_PER_CENT, divideRounded, multiplyRounded, parseFactor } from '../../../platform/money.ts';

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

const RARITY_COLORS: Readonly<Record<Rarity, string>> = {
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

export interface ItemFilter {
  rarity: Rarity | null;
  weaponCategory: WeaponCategory | null;
  exterior: Exterior | null;
  isStatTrak: boolean | null;
  minValueCentsBrl: Cents | null;
  maxValueCentsBrl: Cents | null;
  maxValueCents: Cents | null;
  search: string | null;
  /** Null: archived or not. */
  isArchived: boolean | null;
}

export type ItemOrder = 'value' | 'name' | 'createdAt';
export type SortOrder = 'asc' | 'desc';

export interface ExchangeRate {
  /** This exact decimal has every digit of the source. */
  usdToBrl: string;
  source: string;
  isFallback: boolean;
  updatedAt: Date;
  /** The source is not asked before; null: it is asked as usual. */
  heldUntil: Date | null;
}

export interface ServedRate extends ExchangeRate {
  isHeldBack: boolean;
}

export const RATE_REASONS = [
  'FIRST',
  'WITHIN_LIMITS',
  'SAID_FOR_AN_HOUR',
  'CONFIRMED',
  'FALLBACK',
  'SET_BY_HAND',
] as const;
export type RateReason = (typeof RATE_REASONS)[number];

export interface PastRate {
  usdToBrl: string;
  reason: RateReason;
  /** Null: it is in force. */
  replacedAt: Date | null;
}

/** A value of a source that is too far from the values in force. */
export interface HeldBack<Value> {
  value: Value;
  /** All values since then were about the same. */
  firstValue: Value;
  firstSaidAt: Date;
  lastSaidAt: Date;
}

export type HeldBackRate = HeldBack<string> & {
  source: string;
  /** Only an administrator takes it, however long the source says it. */
  waitsForPerson: boolean;
};

export interface GuardedPrice {
  itemId: Id<'item'>;
  marketHashName: string;
  inForce: Cents;
  /** These two are of the last day, the price in force included. */
  lowest: Cents;
  highest: Cents;
  valueCentsBrl: Cents;
  /** An administrator has set the price in force, and no source has confirmed it. */
  isMadeUp: boolean;
  held: HeldBack<Cents> | null;
}

export interface HeldBackPrice extends Omit<HeldBack<Cents>, 'value' | 'firstValue'> {
  itemId: Id<'item'>;
  name: string;
  marketHashName: string;
  /** It is in force. */
  originalPriceCents: Cents;
  heldBackPriceCents: Cents;
  stepPercent: number;
  syncId: Id<'item-sync'>;
}

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

/** Entries that cannot be read are skipped. */
export interface OutsideList<Entry> {
  entries: readonly Entry[];
  skipped: number;
}

/** With the highest margin and rate it still fits in 64 bits. */
export const MAX_PRICE_CENTS = 999_999_999_999n;

/** A grade that no longer exists has the colour of the plainest. */
export const rarityColorOf = (rarity: string): string =>
  RARITY_COLORS[rarity as Rarity] ?? RARITY_COLORS.CONSUMER_GRADE;

/** USD cents with the house margin: `round(original × margin)`. */
export function valueCentsOf(originalPriceCents: Cents, priceMargin: string): Cents {
  return multiplyRounded(originalPriceCents, parseFactor(priceMargin));
}

/** BRL cents: `round((value / 100) × rate × 100)`; in exact arithmetic the hundreds cancel out. */
export function valueCentsBrlOf(valueCents: Cents, usdToBrl: string): Cents {
  return multiplyRounded(valueCents, parseFactor(usdToBrl));
}

/** The marketplace counts in coins, 1000 of them a dollar. */
export function coinsToUsdCents(coins: bigint): Cents {
  return divideRounded(coins, BigInt(COINS_PER_CENT));
}

/** Returns a margin without trailing zeros, or throws a RangeError. */
export function canonicalMargin(value: string | number): string {
  const match = /^(10|[1-9])(?:\.([0-9]{1,4}))?$/.exec(String(value));
  const [, whole = '', fraction = ''] = match ?? [];
  const digits = fraction.replace(/0+$/, '');
  if (match === null || (whole === '10' && digits !== '')) {
    throw new RangeError('must be a decimal from 1 to 10 with at most 4 digits after the point');
  }
  return digits === '' ? whole : `${whole}.${digits}`;
}

const RATE_DIGITS = 18;
const MIN_RATE_UNITS = rateUnits('0.5');
const MAX_RATE_UNITS = rateUnits('100');

export function rateUnits(usdToBrl: string): bigint {
  const { units, scale } = parseFactor(usdToBrl);
  return units * 10n ** BigInt(RATE_DIGITS - scale);
}

/** Keeps every digit, since the seventh is worth cents on a dear item. Null: the rate cannot be true. */
export function canonicalRate(value: unknown): string | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const [, whole = '', fraction = ''] = /^0{0,2}([0-9]{1,3})(?:\.([0-9]{1,18}))?$/.exec(text) ?? [];
  if (whole === '') return null;
  const digits = fraction.replace(/0+$/, '');
  const rate = digits === '' ? whole : `${whole}.${digits}`;
  const units = rateUnits(rate);
  return units < MIN_RATE_UNITS || units > MAX_RATE_UNITS ? null : rate;
}

const RATE_RENEWED_AFTER_MS = 5 * 60_000;
const MAX_RATE_AGE_MS = 10 * 60_000;

/** A rate that an administrator holds begins to age at the end of that. */
const ageMs = ({ updatedAt, heldUntil }: ExchangeRate, now: Date) =>
  now.getTime() - Math.max(updatedAt.getTime(), heldUntil?.getTime() ?? 0);

const isHeldManually = ({ heldUntil }: ExchangeRate, now: Date) => heldUntil !== null && heldUntil > now;

/** A rate is due long before it is too old, so that a few failures of the source or a late job do no harm. */
export function isRateDue(rate: ExchangeRate, now: Date): boolean {
  if (isHeldManually(rate, now)) return false;
  return rate.isFallback || rate.heldUntil !== null || ageMs(rate, now) >= RATE_RENEWED_AFTER_MS;
}

/** The fallback has no age. */
export function isRateStale(rate: ExchangeRate, now: Date): boolean {
  return !rate.isFallback && ageMs(rate, now) > MAX_RATE_AGE_MS;
}

/** The fallback may replace the rate then. */
export function isRateTooOld(rate: ExchangeRate, now: Date, keepHours: number): boolean {
  return !rate.isFallback && ageMs(rate, now) > keepHours * HOUR_MS;
}
