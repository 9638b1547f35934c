import { type Cents, divideRounded } from '../../../platform/money.ts';

export interface Stakes {
  wageredCents: Cents;
  wonCents: Cents;
}

export interface ReturnSums extends Stakes {
  plays: number;
  wageredSquares: bigint;
  wonSquares: bigint;
  wageredWon: bigint;
}

/** Rounds to 4 decimals, a half away from zero; null where there is no whole. */
export function percentOf(part: bigint, whole: bigint): number | null {
  return whole === 0n ? null : Number(divideRounded(part * 1_000_000n, whole)) / 10_000;
}

/** Gross gaming revenue. */
export const ggrOf = ({ wageredCents, wonCents }: Stakes): Cents => wageredCents - wonCents;

/** This quantile of the normal distribution gives 95 percent. */
const Z_95 = 1.959963984540054;

/**
 * Returns the interval of 95 percent for the return R; null below two plays. Stakes differ, so it is that of a ratio of
 * sums, with the spread of win − R × stake. It is exact up to the square root, so that large sums do not cancel out.
 */
export function rtpInterval(sums: ReturnSums): { low: number; high: number } | null {
  const { plays, wageredCents: wagered, wonCents: won } = sums;
  if (plays < 2 || wagered === 0n) return null;
  // It sums the squares of win − R × stake, times the square of all stakes.
  const spread =
    sums.wonSquares * wagered * wagered - 2n * won * wagered * sums.wageredWon + won * won * sums.wageredSquares;
  const variance = (Number(spread) / Number(wagered) ** 2) * (plays / (plays - 1));
  const half = (Z_95 * Math.sqrt(variance)) / Number(wagered);
  const rtp = Number(won) / Number(wagered);
  const inPercent = (share: number) => Math.round(Math.max(share, 0) * 1_000_000) / 10_000;
  return { low: inPercent(rtp - half), high: inPercent(rtp + half) };
}

export function sumOf<Row>(rows: readonly Row[], of: (row: Row) => Cents): Cents {
  return rows.reduce((sum, row) => sum + of(row), 0n);
}

export const stakesOf = (rows: readonly Stakes[]): Stakes => ({
  wageredCents: sumOf(rows, ({ wageredCents }) => wageredCents),
  wonCents: sumOf(rows, ({ wonCents }) => wonCents),
});

export const countOf = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);
