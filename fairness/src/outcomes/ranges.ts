import { HASH_MAX, HASH_MIN } from '../constants.ts';

export interface HashRange {
  hashRangeStart: number;
  hashRangeEnd: number;
}

/** `index` is the position in the given list; the rolls `from` and `to` are included. */
export type RangeFault =
  | { kind: 'NO_RANGES' }
  | { kind: 'NOT_INTEGER'; index: number }
  | { kind: 'INVERTED'; index: number; start: number; end: number }
  | { kind: 'WRONG_START'; index: number; expected: number; actual: number }
  | { kind: 'WRONG_END'; index: number; expected: number; actual: number }
  | { kind: 'GAP'; index: number; from: number; to: number }
  | { kind: 'OVERLAP'; index: number; from: number; to: number };

export const widthOf = ({ hashRangeStart, hashRangeEnd }: HashRange): number => hashRangeEnd - hashRangeStart + 1;

export function pickItem<T extends HashRange>(ranges: readonly T[], roll: number): T {
  const item = ranges.find((range) => range.hashRangeStart <= roll && roll <= range.hashRangeEnd);
  if (item === undefined) throw new RangeError(`no range contains the roll ${roll}`);
  return item;
}

/**
 * Lists the faults that keep the ranges from covering 1..10000000 with every roll in exactly one of them. Ranges may
 * come in any order. A range that is faulty by itself is reported and left out of the rest.
 */
export function rangeFaults(ranges: readonly HashRange[]): RangeFault[] {
  if (ranges.length === 0) return [{ kind: 'NO_RANGES' }];
  const faults: RangeFault[] = [];
  const sound: Indexed[] = [];
  for (const [index, { hashRangeStart: start, hashRangeEnd: end }] of ranges.entries()) {
    if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end)) faults.push({ kind: 'NOT_INTEGER', index });
    else if (start > end) faults.push({ kind: 'INVERTED', index, start, end });
    else sound.push({ index, start, end });
  }
  sound.sort((one, other) => one.start - other.start || one.end - other.end);
  return [...faults, ...coverageFaults(sound)];
}

export function describeRangeFault(fault: RangeFault): string {
  switch (fault.kind) {
    case 'NO_RANGES':
      return 'there are no ranges';
    case 'NOT_INTEGER':
      return 'the ends of a range must be integers';
    case 'INVERTED':
      return `the range starts at ${fault.start}, after its end ${fault.end}`;
    case 'WRONG_START':
      return `the ranges start at ${fault.actual} instead of ${fault.expected}`;
    case 'WRONG_END':
      return `the ranges end at ${fault.actual} instead of ${fault.expected}`;
    case 'GAP':
      return `no range covers ${fault.from} to ${fault.to}`;
    case 'OVERLAP':
      return `more than one range covers ${fault.from} to ${fault.to}`;
  }
}

interface Indexed {
  index: number;
  start: number;
  end: number;
}

function coverageFaults(sorted: readonly Indexed[]): RangeFault[] {
  const [first, ...following] = sorted;
  if (first === undefined) return [];
  const faults: RangeFault[] = [];
  if (first.start !== HASH_MIN) {
    faults.push({ kind: 'WRONG_START', index: first.index, expected: HASH_MIN, actual: first.start });
  }
  let furthest = first;
  for (const range of following) {
    const { index, start, end } = range;
    if (start > furthest.end + 1) faults.push({ kind: 'GAP', index, from: furthest.end + 1, to: start - 1 });
    if (start <= furthest.end) faults.push({ kind: 'OVERLAP', index, from: start, to: Math.min(end, furthest.end) });
    if (end > furthest.end) furthest = range;
  }
  if (furthest.end !== HASH_MAX) {
    faults.push({ kind: 'WRONG_END', index: furthest.index, expected: HASH_MAX, actual: furthest.end });
  }
  return faults;
}
