import { addDays, addMonths, type Day, dayOf, dayStart, monthStart, weekStart } from '../../../platform/days.ts';
import type { Cents } from '../../../platform/money.ts';
import {
  type ExclusionKind,
  type LimitCents,
  type LimitFault,
  type LimitKind,
  PERIODS,
  type Period,
  type PeriodSpan,
  type PlayCounts,
  type PlayerLimit,
  RAISE_HOURS,
  type Standing,
} from './limits.types.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Where nothing limits stakes any more: as much as one transfer may move. */
const MAX_ROOM_CENTS = 10n ** 15n;

const coolingEnd = (now: Date): Date => new Date(now.getTime() + RAISE_HOURS * 60 * 60 * 1000);

export function periodAt(period: Period, now: Date): PeriodSpan {
  const [first, after] = boundsOf(period, dayOf(now));
  return { first, startsAt: dayStart(first), endsAt: dayStart(after) };
}

function boundsOf(period: Period, day: Day): [Day, Day] {
  if (period === 'DAY') return [day, addDays(day, 1)];
  if (period === 'WEEK') return [weekStart(day), addDays(weekStart(day), 7)];
  return [monthStart(day), addMonths(monthStart(day), 1)];
}

/** The limit that counts now: one that was raised counts from its time on, whoever looks. */
export function settled(limit: PlayerLimit, now: Date): PlayerLimit {
  return limit.next !== null && limit.next.from <= now
    ? { ...limit, limitCents: limit.next.limitCents, next: null }
    : limit;
}

const isHigher = (one: LimitCents, other: LimitCents) => other !== null && (one === null || one > other);

/**
 * What becomes of a limit when its user asks for another: a lower one counts at once, and takes back a raise that waits; a
 * higher one, or none, waits. Asking again for what waits already does not begin the wait anew.
 */
export function changed(limit: PlayerLimit, asked: LimitCents, now: Date): PlayerLimit {
  const current = settled(limit, now);
  if (!isHigher(asked, current.limitCents)) return { ...current, limitCents: asked, next: null };
  if (current.next !== null && current.next.limitCents === asked) return current;
  return { ...current, next: { limitCents: asked, from: coolingEnd(now) } };
}

/** What is counted of a period; a period that had no play yet has nothing. Null where nothing is counted at all. */
export function usedOf(counts: PlayCounts | null, kind: LimitKind, period: Period, now: Date): Cents | null {
  if (counts === null) return null;
  const { first, wageredCents, lostCents } = counts[period];
  // A clock that is behind the one that has begun the period does not begin it anew.
  if (first < periodAt(period, now).first) return 0n;
  return kind === 'WAGER' ? wageredCents : lostCents;
}

/** The limit that an amount would pass, of several the one that lasts longest; null where it passes none. */
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

/** Whether a stake stays within limits even if all of it is lost. */
export const stakeFault = ({ limits, counts }: Standing, stakeCents: Cents, now: Date): LimitFault | null =>
  faultOf(limits, ['WAGER', 'LOSS'], stakeCents, (kind, period) => usedOf(counts, kind, period, now) ?? 0n, now);

/**
 * What may be staked without a look at the limits, whatever happens meanwhile. It only ever falls by what is staked; what is
 * won, given back or raised, and each period that begins, leaves more than it says. So of losses no more counts than the
 * limit itself: who is winning today begins tomorrow with nothing lost.
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

/** Whether stakes are to be held against these at all, now or later. */
export const limitsPlay = (limits: readonly PlayerLimit[], now: Date): boolean =>
  limits.some((limit) => limit.kind !== 'DEPOSIT' && settled(limit, now).limitCents !== null);

export const periodsAt = (now: Date): Readonly<Record<Period, PeriodSpan>> =>
  Object.fromEntries(PERIODS.map((period) => [period, periodAt(period, now)])) as Record<Period, PeriodSpan>;

interface Bar {
  kind: ExclusionKind;
  until: Date;
}

/**
 * The bar that comes of another one being asked for: it ends when the later of both does, and an exclusion that runs stays
 * one. Null where it would change nothing: a bar is only ever lengthened.
 */
export function lengthened(current: Bar | null, asked: Bar, now: Date): Bar | null {
  if (current === null || current.until <= now) return asked;
  const until = asked.until > current.until ? asked.until : current.until;
  const kind = current.kind === 'EXCLUSION' ? 'EXCLUSION' : asked.kind;
  return until > current.until || kind !== current.kind ? { kind, until } : null;
}

/** A pause ends after so many times 24 hours; an exclusion after so many months, at the end of that day in São Paulo. */
export function exclusionEnd(asked: { kind: ExclusionKind; days: number; months: number }, now: Date): Date {
  if (asked.kind === 'PAUSE') return new Date(now.getTime() + asked.days * DAY_MS);
  return dayStart(addDays(addMonths(dayOf(now), asked.months), 1));
}
