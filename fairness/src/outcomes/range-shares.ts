import { HASH_MAX, HASH_MIN } from '../constants.ts';
import type { HashRange } from './ranges.ts';

/**
 * Divides `rolls` in proportion to the weights by the method of the largest remainder, in whole rolls of at least 1
 * each that add up exactly. Each gets the whole part of its exact share, and at least 1; the remaining rolls go one
 * each to the largest lost fractions, the first of equals first. Where the minimum of 1 gave away too much, the widest
 * gives up a roll, of equally wide ones that with the least weight. So every width differs from the exact share by less
 * than 1, except for rolls that were given up, and a larger weight never gets fewer rolls.
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

/** Divides all rolls in proportion to the weights, as ranges from 1 on in the given order. */
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

/** Shares that were raised to the minimum have lost nothing. */
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
