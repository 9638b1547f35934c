import { HASH_MAX, type HashRange, widthOf } from '@lisura/fairness';
import { type Cents, divideRounded, parseFactor } from '../../../platform/money.ts';

/** All three are of one moment. */
export interface CaseReturn {
  /** The worth of all 10000000 rolls together; null without contents. */
  readonly worthCents: Cents | null;
  readonly priceCents: Cents;
  readonly maxRtpPercent: string;
}

const RTP_DECIMALS = 4;

/** The worth of all 10000000 rolls together needs no rounding. */
export const caseWorth = (items: readonly (HashRange & { valueCentsBrl: Cents })[]): Cents =>
  items.reduce((sum, item) => sum + BigInt(widthOf(item)) * item.valueCentsBrl, 0n);

/** `worth ÷ (10000000 × price) × 100` with 4 decimals, rounded once, a half up. */
export function theoreticalRtp(worthCents: Cents, priceCents: Cents): string {
  const unitsPerShare = 100n * 10n ** BigInt(RTP_DECIMALS);
  const units = divideRounded(worthCents * unitsPerShare, BigInt(HASH_MAX) * priceCents);
  const digits = units.toString().padStart(RTP_DECIMALS + 1, '0');
  return `${digits.slice(0, -RTP_DECIMALS)}.${digits.slice(-RTP_DECIMALS)}`;
}

/** Nothing is rounded: a case exactly at the limit may be opened. */
export function isPaused({ worthCents, priceCents, maxRtpPercent }: CaseReturn): boolean {
  const { units, scale } = parseFactor(maxRtpPercent);
  return (worthCents ?? 0n) * 100n * 10n ** BigInt(scale) > units * BigInt(HASH_MAX) * priceCents;
}

/** The one spelling has no needless zeros. Throws RangeError for any other text. */
export function canonicalRtpLimit(value: string | number): string {
  const [text, whole = '', fraction = ''] = /^(100|[1-9]?[0-9])(?:\.([0-9]{1,4}))?$/.exec(String(value)) ?? [];
  const digits = fraction.replace(/0+$/, '');
  if (text === undefined || (whole === '100' && digits !== '')) {
    throw new RangeError('must be a percentage from 0 to 100 with at most 4 digits after the point');
  }
  return digits === '' ? whole : `${whole}.${digits}`;
}
