import { addDays, addMonths, type Day, dayOf, dayStart, monthStart, weekStart } from '../../../platform/days.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { PlayGuard } from '../wallet/index.ts';

export const LIMIT_KINDS = ['DEPOSIT', 'LOSS', 'WAGER'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

export const PERIODS = ['DAY', 'WEEK', 'MONTH'] as const;
export type Period = (typeof PERIODS)[number];

export const RAISE_HOURS = 24;
export const MAX_PAUSE_DAYS = 30;
export const MAX_EXCLUSION_MONTHS = 120;

export const EXCLUSION_KINDS = ['PAUSE', 'EXCLUSION'] as const;
export type ExclusionKind = (typeof EXCLUSION_KINDS)[number];

export interface PeriodSpan {
  first: Day;
  startsAt: Date;
  /** Excluded. */
  endsAt: Date;
}

export type Spans = Readonly<Record<Period, PeriodSpan>>;

/** Null: no limit. */
export type LimitCents = Cents | null;

export interface RequestedLimit {
  kind: LimitKind;
  period: Period;
  limitCents: LimitCents;
}

export interface PlayerLimit extends RequestedLimit {
  next: { limitCents: LimitCents; from: Date } | null;
}

export interface LimitState extends PlayerLimit {
  /** Null: nothing is counted, since there is no limit of stakes or losses. */
  usedCents: Cents | null;
  endsAt: Date;
}

export interface RunningBar {
  kind: ExclusionKind;
  until: Date;
}

export interface Protection {
  limits: readonly LimitState[];
  bar: RunningBar | null;
  ageConfirmedAt: Date | null;
}

/** These periods are those of the last play. */
export type PlayCounts = Readonly<Record<Period, { first: Day; wageredCents: Cents; lostCents: Cents }>>;

export interface Standing {
  limits: readonly PlayerLimit[];
  counts: PlayCounts | null;
}

export interface LimitFault {
  kind: LimitKind;
  period: Period;
  limitCents: Cents;
  leftCents: Cents;
  endsAt: Date;
}

export interface CountedPlay {
  userId: Id<'user'>;
  wageredCents: Cents;
  wonCents: Cents;
}

/** One transfer cannot move more. */
const MAX_ROOM_CENTS = 10n ** 15n;

const coolingEnd = (now: Date): Date => new Date(now.getTime() + RAISE_HOURS * HOUR_MS);

export function periodAt(period: Period, now: Date): PeriodSpan {
  const [first, after] = boundsOf(period, dayOf(now));
  return { first, startsAt: dayStart(first), endsAt: dayStart(after) };
}

function boundsOf(period: Period, day: Day): [Day, Day] {
  if (period === 'DAY') return [day, addDays(day, 1)];
  if (period === 'WEEK') return [weekStart(day), addDays(weekStart(day), 7)];
  return [monthStart(day), addMonths(monthStart(day), 1)];
}

/** A higher limit counts from its time on. */
export function settled(limit: PlayerLimit, now: Date): PlayerLimit {
  return limit.next !== null && limit.next.from <= now
    ? { ...limit, limitCents: limit.next.limitCents, next: null }
    : limit;
}

const isHigher = (one: LimitCents, other: LimitCents) => other !== null && (one === null || one > other);

/**
 * A lower limit counts at once and takes back a raise that waits; a higher one, or none, waits. Asking again for the same
 * does not begin the wait anew.
 */
export function changed(limit: PlayerLimit, asked: LimitCents, now: Date): PlayerLimit {
  const current = settled(limit, now);
  if (!isHigher(asked, current.limitCents)) return { ...current, limitCents: asked, next: null };
  if (current.next !== null && current.next.limitCents === asked) return current;
  return { ...current, next: { limitCents: asked, from: coolingEnd(now) } };
}

/** Null: nothing is counted. */
export function usedOf(counts: PlayCounts | null, kind: LimitKind, period: Period, now: Date): Cents | null {
  if (counts === null) return null;
  const { first, wageredCents, lostCents } = counts[period];
  // A process whose clock is behind does not begin the period anew.
  if (first < periodAt(period, now).first) return 0n;
  return kind === 'WAGER' ? wageredCents : lostCents;
}

/** Returns the limit that an amount would pass, of several the one that lasts longest. */
export function faultOf(
  limits: readonly PlayerLimit[],
  kinds: readonly LimitKind[],
  amountCents: Cents,
  used: (kind: LimitKind, period: Period) => Cents,
  now: Date,
): LimitFault | null {
  const faults = limits
    .filter(({ kind }) => kinds.includes(kind))
    .flatMap((limit): LimitFault[] => {
      const { kind, period, limitCents } = settled(limit, now);
      if (limitCents === null) return [];
      const leftCents = limitCents - used(kind, period);
      if (amountCents <= leftCents) return [];
      const { endsAt } = periodAt(period, now);
      return [{ kind, period, limitCents, leftCents: leftCents > 0n ? leftCents : 0n, endsAt }];
    });
  return faults.sort((one, other) => other.endsAt.getTime() - one.endsAt.getTime())[0] ?? null;
}

/** A stake counts as lost before it is played. */
export const stakeFault = ({ limits, counts }: Standing, stakeCents: Cents, now: Date): LimitFault | null =>
  faultOf(limits, ['WAGER', 'LOSS'], stakeCents, (kind, period) => usedOf(counts, kind, period, now) ?? 0n, now);

/**
 * Returns an amount that may be staked without a look at the limits, whatever happens meanwhile: stakes take it off, and a
 * win, a return, a raise or a new period only leave more than it says. So it is never above a limit of losses, however
 * much the user has won: the winnings of today do not count tomorrow.
 */
export function stakeRoom({ limits, counts }: Standing, now: Date): Cents {
  const rooms = limits
    .filter(({ kind }) => kind !== 'DEPOSIT')
    .flatMap((limit): Cents[] => {
      const { kind, period, limitCents } = settled(limit, now);
      if (limitCents === null) return [];
      const usedCents = usedOf(counts, kind, period, now) ?? 0n;
      return [usedCents > 0n ? limitCents - usedCents : limitCents];
    });
  const least = rooms.reduce((one, other) => (other < one ? other : one), MAX_ROOM_CENTS);
  return least > 0n ? least : 0n;
}

export const limitsPlay = (limits: readonly PlayerLimit[], now: Date): boolean =>
  limits.some((limit) => limit.kind !== 'DEPOSIT' && settled(limit, now).limitCents !== null);

export const periodsAt = (now: Date): Spans =>
  Object.fromEntries(PERIODS.map((period) => [period, periodAt(period, now)])) as Record<Period, PeriodSpan>;

export const runningBar = ({ bar }: PlayGuard, now: Date): RunningBar | null =>
  bar === null || bar.kind === 'CLOSED' || bar.until <= now ? null : { kind: bar.kind, until: bar.until };

/** A bar is only ever lengthened, and an exclusion stays one. Null: nothing would change. */
export function lengthened(current: RunningBar | null, asked: RunningBar, now: Date): RunningBar | null {
  if (current === null || current.until <= now) return asked;
  const until = asked.until > current.until ? asked.until : current.until;
  const kind = current.kind === 'EXCLUSION' ? 'EXCLUSION' : asked.kind;
  return until > current.until || kind !== current.kind ? { kind, until } : null;
}

/** A pause has days of 24 hours; an exclusion ends with a day of São Paulo. */
export function exclusionEnd(asked: { kind: ExclusionKind; days: number; months: number }, now: Date): Date {
  if (asked.kind === 'PAUSE') return new Date(now.getTime() + asked.days * DAY_MS);
  return dayStart(addDays(addMonths(dayOf(now), asked.months), 1));
}
