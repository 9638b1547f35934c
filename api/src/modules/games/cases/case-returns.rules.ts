import { HASH_MAX, type HashRange, widthOf } from '@lisura/fairness';
import { type Cents, divideRounded, parseFactor } from '../../../platform/money.ts';

/** What a case pays back and what it may, of one moment. */
export interface CaseReturn {
  /** What all 10000000 rolls give together; null until the case has contents. */
  readonly worthCents: Cents | null;
  readonly priceCents: Cents;
  readonly maxRtpPercent: string;
}

const RTP_DECIMALS = 4;

/** What all 10000000 rolls give together, so that nothing is rounded. */
export const caseWorth = (items: readonly (HashRange & { valueCentsBrl: Cents })[]): Cents =>
  items.reduce((sum, item) => sum + BigInt(widthOf(item)) * item.valueCentsBrl, 0n);

/**
 * What is paid back on average, in percent of the price: `worth ÷ (10000000 × price) × 100`, with 4 decimals. Exact up to
 * the one rounding at the end, where a half goes up.
 */
export function theoreticalRtp(worthCents: Cents, priceCents: Cents): string {
  const unitsPerShare = 100n * 10n ** BigInt(RTP_DECIMALS);
  const units = divideRounded(worthCents * unitsPerShare, BigInt(HASH_MAX) * priceCents);
  const digits = units.toString().padStart(RTP_DECIMALS + 1, '0');
  return `${digits.slice(0, -RTP_DECIMALS)}.${digits.slice(-RTP_DECIMALS)}`;
}

/** Whether a case would pay back more than it may. Nothing is rounded: what is exactly at the limit may be opened. */
export function isPaused({ worthCents, priceCents, maxRtpPercent }: CaseReturn): boolean {
  const { units, scale } = parseFactor(maxRtpPercent);
  return (worthCents ?? 0n) * 100n * 10n ** BigInt(scale) > units * BigInt(HASH_MAX) * priceCents;
}

/** A limit in its one spelling: no zeros that say nothing. Throws RangeError where it is none. */
export function canonicalRtpLimit(value: string | number): string {
  const [text, whole = '', fraction = ''] = /^(100|[1-9]?[0-9])(?:\.([0-9]{1,4}))?$/.exec(String(value)) ?? [];
  const digits = fraction.replace(/0+$/, '');
  if (text === undefined || (whole === '100' && digits !== '')) {
    throw new RangeError('must be a percentage from 0 to 100 with at most 4 digits after the point');
  }
  return digits === '' ? whole : `${whole}.${digits}`;
}
