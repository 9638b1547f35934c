import { ALL_ROLLS, type Draft, widthOf } from './draft.ts';

const RTP_DECIMALS = 4;
const UNITS_PER_SHARE = 100n * 10n ** BigInt(RTP_DECIMALS);

export type CentsOf = (itemId: string) => bigint;

const worthOf = ({ ranges }: Draft, centsOf: CentsOf): bigint =>
  ranges.reduce((sum, range) => sum + BigInt(widthOf(range)) * centsOf(range.itemId), 0n);

/** Computes the average return in percent of the price with 4 decimals, a half up, as the API does. */
export const theoreticalRtp = (draft: Draft, centsOf: CentsOf): string =>
  percentOf(worthOf(draft, centsOf), BigInt(ALL_ROLLS) * BigInt(draft.priceCents));

export const rtpShareOf = (draft: Draft, index: number, centsOf: CentsOf): string => {
  const range = draft.ranges[index];
  const worth = range === undefined ? 0n : BigInt(widthOf(range)) * centsOf(range.itemId);
  return percentOf(worth, BigInt(ALL_ROLLS) * BigInt(draft.priceCents));
};

export const expectedCents = (draft: Draft, centsOf: CentsOf): bigint =>
  (worthOf(draft, centsOf) + BigInt(ALL_ROLLS) / 2n) / BigInt(ALL_ROLLS);

/** A return exactly at the limit may be opened. */
export function wouldPause(draft: Draft, centsOf: CentsOf, maxRtpPercent: string): boolean {
  const [whole = '0', fraction = ''] = maxRtpPercent.split('.');
  const scale = 10n ** BigInt(fraction.length);
  const limit = BigInt(`${whole}${fraction}`);
  return worthOf(draft, centsOf) * 100n * scale > limit * BigInt(ALL_ROLLS) * BigInt(draft.priceCents);
}

function percentOf(part: bigint, whole: bigint): string {
  if (whole <= 0n) return '0';
  const units = (2n * part * UNITS_PER_SHARE + whole) / (2n * whole);
  const digits = units.toString().padStart(RTP_DECIMALS + 1, '0');
  return `${digits.slice(0, -RTP_DECIMALS)}.${digits.slice(-RTP_DECIMALS)}`;
}
