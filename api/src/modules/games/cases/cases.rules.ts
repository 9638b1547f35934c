import { HASH_MAX, HASH_MIN, type HashRange } from '@lisura/fairness';
import type { Id } from '../../../platform/ids.ts';
import { type Cents, divideRounded } from '../../../platform/money.ts';
import type { CaseFields, CaseItem } from './cases.types.ts';

/** One percent is 100000 rolls, so a percentage with 5 decimals is a whole number of rolls. */
const PERCENT_DECIMALS = 5;
const RTP_DECIMALS = 4;

export const widthOf = ({ hashRangeStart, hashRangeEnd }: HashRange): number => hashRangeEnd - hashRangeStart + 1;

/** How many of 10000000 rolls, as an exact percentage without zeros that say nothing: `0.00001`, `12.5`, `100`. */
export function percentOf(rolls: number | bigint): string {
  return decimal(BigInt(rolls), PERCENT_DECIMALS).replace(/\.?0+$/, '');
}

/** A percentage of up to 9 digits and 5 decimals in units of 0.00001 percent; null where it is none. */
export function probabilityUnits(percent: string): bigint | null {
  const match = /^([0-9]{1,9})(?:\.([0-9]{1,5}))?$/.exec(percent);
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  return BigInt(whole + fraction.padEnd(PERCENT_DECIMALS, '0'));
}

/**
 * What is paid back on average, in percent of the price: `Σ width × value ÷ (10000000 × price) × 100`, with 4 decimals.
 * Exact up to the one rounding at the end, where a half goes up.
 */
export function theoreticalRtp(items: readonly (HashRange & { valueCentsBrl: Cents })[], priceCents: Cents): string {
  const paidCents = items.reduce((sum, item) => sum + BigInt(widthOf(item)) * item.valueCentsBrl, 0n);
  const unitsPerShare = 100n * 10n ** BigInt(RTP_DECIMALS);
  return decimal(divideRounded(paidCents * unitsPerShare, BigInt(HASH_MAX) * priceCents), RTP_DECIMALS);
}

/**
 * Divides `rolls` in proportion to the weights, in whole rolls that add up exactly and are at least 1 each.
 *
 * The method of the largest remainder: everyone gets the whole part of their exact share, and at least 1; the rolls
 * that are left go one each to those whose shares lost the largest fractions, the first of equals first. Where the
 * minimum of 1 has given away more than there is, the widest gives up a roll, of equally wide ones that with the least
 * weight, until it adds up. So every width is within less than 1 of the exact share, except for what was given up so,
 * and a larger weight never gets fewer rolls.
 */
export function divideRolls(weights: readonly bigint[], rolls: number): number[] {
  if (weights.length > rolls) throw new RangeError(`${rolls} rolls cannot be divided among ${weights.length}`);
  if (weights.some((weight) => weight <= 0n)) throw new RangeError('a weight must be positive');
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  const products = weights.map((weight) => weight * BigInt(rolls));
  const widths = products.map((product) => Math.max(1, Number(product / total)));
  let left = rolls - widths.reduce((sum, width) => sum + width, 0);
  for (const { index } of byLostFraction(products, total)) {
    if (left <= 0) break;
    widths[index] = (widths[index] ?? 0) + 1;
    left -= 1;
  }
  for (; left < 0; left += 1) {
    const widest = indexOfWidest(widths, weights);
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

/** Those who were raised to the minimum have lost nothing. */
function byLostFraction(products: readonly bigint[], total: bigint): { index: number; lost: bigint }[] {
  return products
    .map((product, index) => ({ index, lost: product < total ? 0n : product % total }))
    .sort((one, other) => (other.lost > one.lost ? 1 : other.lost < one.lost ? -1 : one.index - other.index));
}

function indexOfWidest(widths: readonly number[], weights: readonly bigint[]): number {
  return widths.reduce((widest, width, index) => {
    const most = widths[widest] ?? 0;
    const isWider = width > most || (width === most && (weights[index] ?? 0n) < (weights[widest] ?? 0n));
    return isWider ? index : widest;
  }, 0);
}

/** One range after the other from 1 on, in the order given. */
export function layOutRanges(items: readonly { itemId: Id<'item'>; width: number }[]): CaseItem[] {
  let start = HASH_MIN;
  return items.map(({ itemId, width }) => {
    const range = { itemId, hashRangeStart: start, hashRangeEnd: start + width - 1 };
    start += width;
    return range;
  });
}

function decimal(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

export type ChangedFields = { [Field in keyof CaseFields]?: { from: CaseFields[Field]; to: CaseFields[Field] } };

/** The fields given that differ from before. */
export function changedFields(before: CaseFields, given: Partial<CaseFields>): ChangedFields {
  const fields = ['name', 'imageUrl', 'category', 'priceCents', 'status'] as const;
  return Object.fromEntries(
    fields
      .filter((field) => given[field] !== undefined && given[field] !== before[field])
      .map((field) => [field, { from: before[field], to: given[field] }]),
  );
}
