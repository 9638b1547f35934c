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
  type OddsScores,
  type OddsSums,
  type SuspectLimits,
  type SuspicionState,
  WATCHED_DAYS,
} from './fraud.types.ts';

/**
 * How far what was won is beyond the odds. The z-score is what was won more than expected, in standard deviations. Wins in
 * cases are rare and large, so that it alone would name everybody who was lucky once. The cautious score is the one of
 * Bernstein's inequality: plays at their odds reach `k` with a chance of at most exp(−k² ÷ 2), however few they are and
 * however rare and large their wins. Where no single win is large the two are the same.
 */
export function scoresOf({ wonCents, expectedCents, variance, largestCents }: OddsSums): OddsScores {
  const moreCents = wonCents - expectedCents;
  const zScore = variance > 0 ? moreCents / Math.sqrt(variance) : 0;
  const cautiousScore = moreCents > 0 ? moreCents / Math.sqrt(variance + (largestCents * moreCents) / 3) : 0;
  return { zScore: rounded(zScore), cautiousScore: rounded(cautiousScore) };
}

const rounded = (score: number) => Math.round(score * 100) / 100;

/** The sums and their scores, as administrators see them. */
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

/** What came in and went out again: the lesser of the two. */
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

/** One suspicion for each user, with the administrator from whose gifts they gained most often. */
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
 * What was looked at stays so until it weighs half as much again. It is forgotten where nothing was found for as long as is
 * looked back: what is found then is all new. What was opened waits for who looks at it.
 */
export function stateOf(found: FoundSuspicion, known: KnownSuspicion | undefined, now: Date): SuspicionState {
  if (known === undefined || known.reviewedWeight === null) return 'OPEN';
  const isMore = found.weight * 2n >= known.reviewedWeight * 3n;
  const isNew = addDays(dayOf(known.lastFoundAt), WATCHED_DAYS) < dayOf(now);
  return isMore || isNew ? 'OPEN' : 'REVIEWED';
}
