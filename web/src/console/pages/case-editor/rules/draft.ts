import { HASH_MAX, HASH_MIN, percentOfRolls, rollsOfPercent } from '@lisura/fairness';

/** The rolls of one item, both ends within. While somebody types, ends may be anything. */
export interface DraftRange {
  itemId: string;
  start: number;
  end: number;
}

/** What a version of a case would be. The order is that of the rolls. */
export interface Draft {
  ranges: readonly DraftRange[];
  /** The first of the items that begin a second spin; null where there is no flip. */
  flipItemId: string | null;
  priceCents: string;
}

export const ALL_ROLLS = HASH_MAX;
export const FIRST_ROLL = HASH_MIN;

/** How many rolls an item has; none where its ends are the wrong way round. */
export const widthOf = ({ start, end }: { start: number; end: number }): number => Math.max(0, end - start + 1);

/** The same items, one after the other from the first roll on. */
export function layOut(ranges: readonly DraftRange[], widths: readonly number[]): DraftRange[] {
  let start = FIRST_ROLL;
  return ranges.map(({ itemId }, index) => {
    const from = start;
    start += widths[index] ?? 0;
    return { itemId, start: from, end: start - 1 };
  });
}

/** The API's `flipThreshold`: the first roll of the item at which the flip begins. */
export const flipThresholdOf = ({ ranges, flipItemId }: Draft): number | null =>
  ranges.find(({ itemId }) => itemId === flipItemId)?.start ?? null;

/** Whether the flip begins at this place of the list or before it. */
export function isFlipAt({ ranges, flipItemId }: Draft, index: number): boolean {
  const first = ranges.findIndex(({ itemId }) => itemId === flipItemId);
  return first >= 0 && index >= first;
}

/** `4,7` or `4.7` or `4,7 %` in rolls; null where it is no percentage with up to 5 decimals, or more than 100. */
export function rollsTyped(text: string): number | null {
  const rolls = rollsOfPercent(text.replaceAll(/[\s%]/g, '').replace(',', '.'));
  return rolls === null || rolls > BigInt(ALL_ROLLS) ? null : Number(rolls);
}

/** `9.100.001`, `9,100,001` or `9100001`; null where it is no roll. */
export function rollTyped(text: string): number | null {
  const digits = text.replaceAll(/[\s.,]/g, '');
  const roll = /^\d{1,8}$/.test(digits) ? Number(digits) : 0;
  return roll >= FIRST_ROLL && roll <= ALL_ROLLS ? roll : null;
}

export const chanceOf = (range: { start: number; end: number }): string => percentOfRolls(widthOf(range));
