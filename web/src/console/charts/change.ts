/** Compares a figure with the range before; null where there is nothing to compare with. */
export function changePercent(now: number, before: number | null): number | null {
  if (before === null || before === 0) return null;
  return ((now - before) / Math.abs(before)) * 100;
}

/** Pairs the days of two ranges of the same length. */
export function besideBefore<Day extends { date: string }>(
  days: readonly Day[],
  daysBefore: readonly Day[],
  figureOf: (day: Day) => number,
): { day: string; now: number; before: number | null; dayBefore: string | null }[] {
  return days.map((day, index) => {
    const earlier = daysBefore[index];
    return {
      day: day.date,
      now: figureOf(day),
      before: earlier === undefined ? null : figureOf(earlier),
      dayBefore: earlier?.date ?? null,
    };
  });
}
