import type { Format } from '../../shared/format/index.ts';

export type FigureKind = 'money' | 'count';

export interface FigureWords {
  /** An axis writes `60 mil`. */
  short: (value: number) => string;
  full: (value: number) => string;
}

export const figureWords = (kind: FigureKind, { compact, wholeMoney, number }: Format): FigureWords =>
  kind === 'money'
    ? { short: (cents) => compact(cents / 100), full: wholeMoney }
    : { short: compact, full: (count) => number(Math.round(count)) };
