import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';

export const SUSPICION_REASONS = [
  'WINS_BEYOND_ODDS',
  'SHARED_ADDRESS',
  'DEPOSIT_WITHDRAW_WITHOUT_PLAY',
  'GAINS_NEAR_ADMINISTRATOR',
] as const;
export type SuspicionReason = (typeof SUSPICION_REASONS)[number];

/** OPEN waits for somebody to look at it, REVIEWED was looked at, OVER is not so any more. */
export const SUSPICION_STATES = ['OPEN', 'REVIEWED', 'OVER'] as const;
export type SuspicionState = (typeof SUSPICION_STATES)[number];

/** How many days of São Paulo are looked at, today included. */
export const WATCHED_DAYS = 30;

/** What plays with known odds came to. */
export interface OddsSums {
  plays: number;
  wonCents: number;
  expectedCents: number;
  /** Of all of them together, in squared cents. */
  variance: number;
  /** The most that one of them could have given. */
  largestCents: number;
}

export interface OddsScores {
  /** How many standard deviations were won more than expected. */
  zScore: number;
  /** The same, held against how rare large wins are; see `scoresOf`. */
  cautiousScore: number;
}

/** What came in, went out and was staked. */
export interface MoneyFlow {
  depositedCents: Cents;
  withdrawnCents: Cents;
  wageredCents: Cents;
}

export type FoundOdds = OddsSums & { userId: Id<'user'> };
export type FoundFlow = MoneyFlow & { userId: Id<'user'> };
export interface FoundSharing {
  userId: Id<'user'>;
  /** Of the address of theirs that most come from. */
  otherUsers: number;
}

/** From when on something is worth looking at. */
export interface SuspectLimits {
  zScore: number;
  minCents: Cents;
  playPercent: number;
  sharedUsers: number;
}

/** Why a user is worth looking at. */
export interface FoundSuspicion {
  userId: Id<'user'>;
  reason: SuspicionReason;
  /** How much there is to it, in cents or users. */
  weight: bigint;
  /** For administrators: numbers, and cents as text. */
  figures: Readonly<Record<string, number | string>>;
}

/** What is known of a suspicion when it is found again. */
export interface KnownSuspicion {
  userId: Id<'user'>;
  reason: SuspicionReason;
  lastFoundAt: Date;
  /** What it weighed when somebody last looked at it; null where it was opened since. */
  reviewedWeight: bigint | null;
}

export interface Review {
  at: Date;
  by: Id<'user'>;
  note: string;
}

export interface Suspicion extends FoundSuspicion {
  id: Id<'suspicion'>;
  username: string;
  state: SuspicionState;
  openedAt: Date;
  lastFoundAt: Date;
  /** The last one; null where nobody has looked at it. */
  review: Review | null;
}
