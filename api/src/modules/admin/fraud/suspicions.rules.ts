import { addDays, dayOf } from '../../../platform/days.ts';
import type { Cents } from '../../../platform/money.ts';
import type { NearGain } from '../../people/decisions/index.ts';
import {
  type FoundFlow,
  type FoundOdds,
  type FoundSharing,
  type FoundSuspicion,
  type KnownSuspicion,
  type MoneyFlow,
  type OddsSums,
  type SuspectLimits,
  type SuspicionState,
  WATCHED_DAYS,
} from './fraud.records.ts';

/**
 * The z-score is the excess over the expected winnings in standard deviations. Wins in cases are rare and large, so it
 * alone would name every user who was lucky once. The cautious score comes from Bernstein's inequality: plays reach `k`
 * with a chance of at most exp(−k² ÷ 2), however few and large they are. Without large single wins both are the same.
 */
export function scoresOf({ wonCents, expectedCents, variance, largestCents }: OddsSums) {
  const moreCents = wonCents - expectedCents;
  const zScore = variance > 0 ? moreCents / Math.sqrt(variance) : 0;
  const cautiousScore = moreCents > 0 ? moreCents / Math.sqrt(variance + (largestCents * moreCents) / 3) : 0;
  return { zScore: rounded(zScore), cautiousScore: rounded(cautiousScore) };
}

const rounded = (score: number) => Math.round(score * 100) / 100;

export function oddsFigures(sums: OddsSums) {
  const wholeCents = (cents: number) => BigInt(Math.round(cents)).toString();
  const { plays, wonCents, expectedCents } = sums;
  return { plays, wonCents: wholeCents(wonCents), expectedCents: wholeCents(expectedCents), ...scoresOf(sums) };
}

export function judgeOdds(found: FoundOdds, limits: SuspectLimits): FoundSuspicion | null {
  const figures = oddsFigures(found);
  const weight = BigInt(Math.round(found.wonCents - found.expectedCents));
  if (figures.cautiousScore < limits.zScore || weight < limits.minCents || weight <= 0n) return null;
  return { userId: found.userId, reason: 'WINS_BEYOND_ODDS', weight, figures };
}

const passedCents = ({ depositedCents, withdrawnCents }: MoneyFlow): Cents =>
  depositedCents < withdrawnCents ? depositedCents : withdrawnCents;

export function judgeFlow(found: FoundFlow, { minCents, playPercent }: SuspectLimits): FoundSuspicion | null {
  const { userId, depositedCents, withdrawnCents, wageredCents } = found;
  const weight = passedCents(found);
  if (weight < minCents || weight <= 0n || wageredCents * 100n >= weight * BigInt(playPercent)) return null;
  const figures = {
    depositedCents: depositedCents.toString(),
    withdrawnCents: withdrawnCents.toString(),
    wageredCents: wageredCents.toString(),
  };
  return { userId, reason: 'DEPOSIT_WITHDRAW_WITHOUT_PLAY', weight, figures };
}

export function judgeSharing({ userId, otherUsers }: FoundSharing, limits: SuspectLimits): FoundSuspicion | null {
  if (limits.sharedUsers === 0 || otherUsers < limits.sharedUsers) return null;
  return { userId, reason: 'SHARED_ADDRESS', weight: BigInt(otherUsers), figures: { otherUsers } };
}

/** A user has one, with the administrator from whose gifts they gained most often. */
export function judgeNearGains(found: readonly NearGain[]): FoundSuspicion[] {
  const [...byUser] = Map.groupBy(found, ({ userId }) => userId).values();
  return byUser.map((gains) => {
    const [{ userId, administratorId }] = gains as [NearGain];
    const count = gains.reduce((sum, each) => sum + each.gains, 0);
    const figures = { gains: count, administratorId };
    return { userId, reason: 'GAINS_NEAR_ADMINISTRATOR', weight: BigInt(count), figures };
  });
}

/**
 * A review holds until the suspicion weighs half as much again. It lapses after as many days without a finding as are
 * searched.
 */
export function stateOf(found: FoundSuspicion, known: KnownSuspicion | undefined, now: Date): SuspicionState {
  if (known === undefined || known.reviewedWeight === null) return 'OPEN';
  const isMore = found.weight * 2n >= known.reviewedWeight * 3n;
  const isNew = addDays(dayOf(known.lastFoundAt), WATCHED_DAYS) < dayOf(now);
  return isMore || isNew ? 'OPEN' : 'REVIEWED';
}
