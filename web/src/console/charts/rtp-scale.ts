/** The interval is that of chance; null where the case was not played. */
export interface RtpRow {
  id: string;
  name: string;
  plays: number;
  real: number | null;
  low: number | null;
  high: number | null;
  theoretical: number | null;
}

/** Beyond these an interval is cut: a case that was opened twice must not flatten all others. */
const WIDEST = { low: 0, high: 200 };

/** All rows share one scale on tens; `placeOf` is in percent of its width, never beyond it. */
export function scaleOf(rows: readonly RtpRow[]): { low: number; high: number; placeOf: (percent: number) => number } {
  const known = rows.flatMap(({ real, low, high, theoretical }) =>
    [real, low, high, theoretical].filter((value) => value !== null),
  );
  const low = Math.max(WIDEST.low, Math.floor(Math.min(80, ...known) / 10) * 10);
  const high = Math.min(WIDEST.high, Math.ceil(Math.max(100, ...known) / 10) * 10);
  const placeOf = (percent: number) => Math.min(100, Math.max(0, ((percent - low) / (high - low)) * 100));
  return { low, high, placeOf };
}

/** Chance alone does not explain it. */
export const isOutside = ({ low, high, theoretical }: RtpRow): boolean =>
  low !== null && high !== null && theoretical !== null && (theoretical < low || theoretical > high);
