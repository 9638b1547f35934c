import { HASH_MAX, HASH_MIN, percentOfRolls, rollsOfPercent } from '@lisura/fairness';

export interface DraftRange {
  itemId: string;
  start: number;
  end: number;
}

export interface Draft {
  ranges: readonly DraftRange[];
  /** The second spin begins at this item; null where there is no flip. */
  flipItemId: string | null;
  priceCents: string;
}

export const ALL_ROLLS = HASH_MAX;
export const FIRST_ROLL = HASH_MIN;

export const widthOf = ({ start, end }: { start: number; end: number }): number => Math.max(0, end - start + 1);

export function layOut(ranges: readonly DraftRange[], widths: readonly number[]): DraftRange[] {
  let start = FIRST_ROLL;
  return ranges.map(({ itemId }, index) => {
    const from = start;
    start += widths[index] ?? 0;
    return { itemId, start: from, end: start - 1 };
  });
}

/** The API's `flipThreshold` is the first roll of the item at which the flip begins. */
export const flipThresholdOf = ({ ranges, flipItemId }: Draft): number | null =>
  ranges.find(({ itemId }) => itemId === flipItemId)?.start ?? null;

/** Tells whether the flip begins at this place of the list or before it. */
export function isFlipAt({ ranges, flipItemId }: Draft, index: number): boolean {
  const first = ranges.findIndex(({ itemId }) => itemId === flipItemId);
  return first >= 0 && index >= first;
}

/** Reads `4,7` or `4.7` or `4,7 %` as rolls; null where it is no percentage with up to 5 decimals, or more than 100. */
export function rollsTyped(text: string): number | null {
  const rolls = rollsOfPercent(text.replaceAll(/[\s%]/g, '').replace(',', '.'));
  return rolls === null || rolls > BigInt(ALL_ROLLS) ? null : Number(rolls);
}

/** Reads `9.100.001`, `9,100,001` or `9100001`; null where it is no roll. */
export function rollTyped(text: string): number | null {
  const digits = text.replaceAll(/[\s.,]/g, '');
  const roll = /^\d{1,8}$/.test(digits) ? Number(digits) : 0;
  return roll >= FIRST_ROLL && roll <= ALL_ROLLS ? roll : null;
}

export const chanceOf = (range: { start: number; end: number }): string => percentOfRolls(widthOf(range));
