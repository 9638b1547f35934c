/** Finds the place of these points among tiers, which are ordered by their points. */
export function standingOf<Tier extends { number: number; pointsRequired: number }>(
  tiers: readonly Tier[],
  points: number,
): { reached: number; next: Tier | null; percent: number } {
  const done = tiers.filter(({ pointsRequired }) => pointsRequired <= points);
  const next = tiers[done.length] ?? null;
  return { reached: done.length, next, percent: next === null ? 100 : (points / next.pointsRequired) * 100 };
}
