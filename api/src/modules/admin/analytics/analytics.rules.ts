import { type Cents, divideRounded } from '../../../platform/money.ts';
import type { ReturnSums, Stakes } from './analytics.types.ts';

/** In percent with 4 decimals, a half away from zero; null where there is no whole. */
export function percentOf(part: bigint, whole: bigint): number | null {
  return whole === 0n ? null : Number(divideRounded(part * 1_000_000n, whole)) / 10_000;
}

/** Return to players: what was won in percent of what was staked. */
export const rtpPercent = ({ wageredCents, wonCents }: Stakes) => percentOf(wonCents, wageredCents);

/** Gross gaming revenue: what was staked less what was won. */
export const ggrOf = ({ wageredCents, wonCents }: Stakes): Cents => wageredCents - wonCents;

/** Of the normal distribution, for 95 percent. */
const Z_95 = 1.959963984540054;

/**
 * The interval that holds the true return with 95 percent, in percent: that of a ratio of sums, since stakes may differ.
 * With R the return, the spread is that of win − R × stake over the plays. Null below two plays, of which no spread
 * follows. Exact up to the square root, so that large sums do not cancel each other out.
 */
export function rtpInterval(sums: ReturnSums): { low: number; high: number } | null {
  const { plays, wageredCents: wagered, wonCents: won } = sums;
  if (plays < 2 || wagered === 0n) return null;
  // The sum of the squares of win − R × stake, times the square of all stakes.
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
