import type { CaseItem } from '../../../data/generated/api.ts';

/** An entry of a reel: an item, or the place that the second wheel decides. */
export interface StripEntry {
  key: string;
  item: CaseItem | null;
}

export const SIDE = 4;

const widthOf = ({ hashRangeStart, hashRangeEnd }: CaseItem) => hashRangeEnd - hashRangeStart + 1;

/** Items pass as often as they come, so what passes is as likely as the result. */
function drawItem(items: readonly CaseItem[], random: () => number): CaseItem | null {
  const whole = items.reduce((sum, item) => sum + widthOf(item), 0);
  let left = random() * whole;
  for (const item of items) {
    left -= widthOf(item);
    if (left < 0) return item;
  }
  return items.at(-1) ?? null;
}

export function drawEntries(
  { items, prefix, hidesFlip }: { items: readonly CaseItem[]; prefix: string; hidesFlip: boolean },
  count: number,
  random: () => number = Math.random,
): StripEntry[] {
  return Array.from({ length: count }, (_, place) => {
    const drawn = drawItem(items, random);
    return { key: `${prefix}:${place}`, item: hidesFlip && drawn?.isFlip === true ? null : drawn };
  });
}

/** A resting reel shows the entry under the pointers and `SIDE` others on each side. */
export interface Seen {
  entries: readonly StripEntry[];
  nudge: number;
}

export interface Spin {
  entries: readonly StripEntry[];
  stopAt: number;
  from: Seen;
  nudge: number;
}

/** Continues from the visible entries and stops at `won`, with as many entries behind it as can be seen then. */
export function spinTo(
  won: CaseItem | null,
  from: Seen,
  filling: Parameters<typeof drawEntries>[0],
  { passes, nudges }: { passes: number; nudges: number },
  random: () => number = Math.random,
): Spin {
  const between = drawEntries(filling, passes, random);
  const behind = drawEntries({ ...filling, prefix: `${filling.prefix}:behind` }, SIDE, random);
  const stopAt = from.entries.length + between.length;
  return {
    entries: [...from.entries, ...between, { key: `${filling.prefix}:won`, item: won }, ...behind],
    stopAt,
    from,
    nudge: (random() - 0.5) * nudges,
  };
}

export const seenAfter = ({ entries, stopAt, nudge }: Spin): Seen => ({
  entries: entries.slice(stopAt - SIDE, stopAt + SIDE + 1),
  nudge,
});
