/** The scale ends as far beyond the ceiling as the ceiling is from even, in percent of the given value. */
const FIRST_PERCENT = 80;
export const EVEN_PERCENT = 100;
const STEP_PERCENT = 10;

export interface Scale {
  /** The received value is in percent of the given one. */
  sharePercent: number;
  isBeyond: boolean;
  /** Places on the bar are from 0 to 100. */
  share: number;
  even: number;
  ceiling: number;
  marks: readonly { label: number; place: number }[];
}

export function scaleOf(givenCents: bigint, targetCents: bigint, ceilingPercent: number): Scale {
  const last = ceilingPercent + STEP_PERCENT;
  const placeOf = (percent: number) =>
    Math.max(0, Math.min(100, ((percent - FIRST_PERCENT) / (last - FIRST_PERCENT)) * 100));
  const sharePercent = givenCents === 0n ? 0 : Number(targetCents * 100n) / Number(givenCents);
  const marks = [];
  for (let label = FIRST_PERCENT; label <= last; label += STEP_PERCENT) marks.push({ label, place: placeOf(label) });
  return {
    sharePercent,
    isBeyond: targetCents * 100n > givenCents * BigInt(ceilingPercent),
    share: placeOf(sharePercent),
    even: placeOf(EVEN_PERCENT),
    ceiling: placeOf(ceilingPercent),
    marks,
  };
}
