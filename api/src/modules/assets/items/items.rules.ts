import { type Cents, divideRounded, multiplyRounded, parseFactor } from '../../../platform/money.ts';
import type { ExchangeRate, ItemDescription } from './items.types.ts';

/** The largest price that is taken from anybody: with the highest margin and rate it still fits in 64 bits. */
export const MAX_PRICE_CENTS = 999_999_999_999n;

const COINS_PER_CENT = 10n;

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
  return divideRounded(coins, COINS_PER_CENT);
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

const RATE_DIGITS = 6n;
const MIN_RATE_UNITS = 500_000n;
const MAX_RATE_UNITS = 100_000_000n;

/** A rate as a source tells it, with 6 digits after the point; null where it is none that could be true. */
export function canonicalRate(told: unknown): string | null {
  const text = typeof told === 'number' || typeof told === 'string' ? String(told) : '';
  if (!/^[0-9]{1,3}(\.[0-9]{1,12})?$/.test(text)) return null;
  const { units, scale } = parseFactor(text);
  const rounded = divideRounded(units * 10n ** RATE_DIGITS, 10n ** BigInt(scale));
  if (rounded < MIN_RATE_UNITS || rounded > MAX_RATE_UNITS) return null;
  const digits = rounded.toString().padStart(Number(RATE_DIGITS) + 1, '0');
  return `${digits.slice(0, -Number(RATE_DIGITS))}.${digits.slice(-Number(RATE_DIGITS))}`;
}

/**
 * Ten minutes less the time by which a job may start early or late: the run of ten minutes later must not find the
 * rate a second too young and leave it for twenty.
 */
const RATE_FRESH_MS = 10 * 60_000 - 30_000;

export function isRateFresh({ isFallback, updatedAt }: ExchangeRate, now: Date): boolean {
  return !isFallback && now.getTime() - updatedAt.getTime() < RATE_FRESH_MS;
}

/** A pattern that finds the text itself: what is a wildcard to LIKE stands for itself. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** What a change alters, field by field, with what was there before. */
export function changesBetween(
  before: ItemDescription,
  change: Partial<ItemDescription>,
): Record<string, { from: unknown; to: unknown }> {
  const fields = Object.keys(change) as (keyof ItemDescription)[];
  return Object.fromEntries(
    fields
      .filter((field) => change[field] !== before[field])
      .map((field) => [field, { from: before[field], to: change[field] }]),
  );
}
