import { HASH_MAX, HASH_MIN } from '../constants.ts';
import type { HashRange } from './ranges.ts';

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

/** All rolls divided in proportion to the weights, one range after the other from 1 on, in the order given. */
export function rangesByWeight<T extends object>(
  entries: readonly T[],
  weightOf: (entry: T) => bigint,
): (T & HashRange)[] {
  const widths = divideRolls(entries.map(weightOf), HASH_MAX);
  let start = HASH_MIN;
  return entries.map((entry, index) => {
    const hashRangeStart = start;
    start += widths[index] ?? 0;
    return { ...entry, hashRangeStart, hashRangeEnd: start - 1 };
  });
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
