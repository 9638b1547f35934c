/**
 * Returns for each tier how much of its part of the bar is filled, from 0 to 1; the mark of a tier is in the middle of
 * its part.
 */
export function filledParts(required: readonly number[], points: number): readonly number[] {
  const place = placeOf(required, points);
  return required.map((_, index) => Math.max(0, Math.min(1, place - index)));
}

/** Where the points stand on the way, on which each tier takes 1. */
function placeOf(required: readonly number[], points: number): number {
  const next = required.findIndex((each) => each > points);
  if (next === -1) return required.length;
  const to = required[next] ?? 0;
  if (next === 0) return (0.5 * points) / to;
  const from = required[next - 1] ?? 0;
  return next - 0.5 + (points - from) / (to - from);
}
