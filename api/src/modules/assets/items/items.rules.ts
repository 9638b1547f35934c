import { HOUR_MS } from '../../../platform/durations.ts';
import { type Cents, COINS_PER_CENT, divideRounded, multiplyRounded, parseFactor } from '../../../platform/money.ts';
import { type ExchangeRate, RARITY_COLORS, type Rarity } from './items.types.ts';

/** The largest price that is taken from anybody: with the highest margin and rate it still fits in 64 bits. */
export const MAX_PRICE_CENTS = 999_999_999_999n;

/** The colour of a grade. One that nobody knows any more has that of the plainest. */
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

/** A margin in its one spelling: no zeros that say nothing. Throws RangeError where it is none. */
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

/** A rate in its smallest units, to compute and compare with. */
export function rateUnits(usdToBrl: string): bigint {
  const { units, scale } = parseFactor(usdToBrl);
  return units * 10n ** BigInt(RATE_DIGITS - scale);
}

/**
 * A rate as a source gives it, every digit of it, in its one spelling: on a dear item the seventh digit is worth cents.
 * Null where it is none that could be true.
 */
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

/** A rate that is held by hand ages from the end of that on; below zero until then. */
const ageMs = ({ updatedAt, heldUntil }: ExchangeRate, now: Date) =>
  now.getTime() - Math.max(updatedAt.getTime(), heldUntil?.getTime() ?? 0);

const isHeldManually = ({ heldUntil }: ExchangeRate, now: Date) => heldUntil !== null && heldUntil > now;

/**
 * Long before it is too old, so that a source that fails a few times, or a late job, makes no rate too old. A rate that was held
 * by hand is due as soon as that ends.
 */
export function isRateDue(rate: ExchangeRate, now: Date): boolean {
  if (isHeldManually(rate, now)) return false;
  return rate.isFallback || rate.heldUntil !== null || ageMs(rate, now) >= RATE_RENEWED_AFTER_MS;
}

/** Served only because nothing newer is known. The fallback has no age. */
export function isRateStale(rate: ExchangeRate, now: Date): boolean {
  return !rate.isFallback && ageMs(rate, now) > MAX_RATE_AGE_MS;
}

/** Too old to be kept: the fallback takes its place. */
export function isRateTooOld(rate: ExchangeRate, now: Date, keepHours: number): boolean {
  return !rate.isFallback && ageMs(rate, now) > keepHours * HOUR_MS;
}
