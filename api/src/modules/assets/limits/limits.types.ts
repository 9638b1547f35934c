import type { Day } from '../../../platform/days.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';

/** What a user may set a limit to: money that comes in, what is lost, and what is staked. */
export const LIMIT_KINDS = ['DEPOSIT', 'LOSS', 'WAGER'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

export const PERIODS = ['DAY', 'WEEK', 'MONTH'] as const;
export type Period = (typeof PERIODS)[number];

/** A day, an ISO week or a month of São Paulo. */
export interface PeriodSpan {
  /** Its first day names it. */
  first: Day;
  startsAt: Date;
  /** The first moment that no longer belongs to it. */
  endsAt: Date;
}

/** Null: no limit. */
export type LimitCents = Cents | null;

/** A limit as it is kept. */
export interface PlayerLimit {
  kind: LimitKind;
  period: Period;
  limitCents: LimitCents;
  /** What it becomes, from then on. */
  next: { limitCents: LimitCents; from: Date } | null;
}

/** What a user has wagered and lost in the day, the week and the month that last had a play. */
export type PlayCounts = Readonly<Record<Period, { first: Day; wageredCents: Cents; lostCents: Cents }>>;

/** What a stake is held against. */
export interface Standing {
  limits: readonly PlayerLimit[];
  /** Null where nothing was ever counted. */
  counts: PlayCounts | null;
}

/** A limit that something would pass. */
export interface LimitFault {
  kind: LimitKind;
  period: Period;
  limitCents: Cents;
  /** What is left of it until then. */
  leftCents: Cents;
  endsAt: Date;
}

/** What a play has staked and brought. */
export interface CountedPlay {
  userId: Id<'user'>;
  wageredCents: Cents;
  wonCents: Cents;
}

/** After which a limit that is raised or removed counts. */
export const RAISE_HOURS = 24;
export const MAX_PAUSE_DAYS = 30;
export const MAX_EXCLUSION_MONTHS = 120;

export const EXCLUSION_KINDS = ['PAUSE', 'EXCLUSION'] as const;
export type ExclusionKind = (typeof EXCLUSION_KINDS)[number];
