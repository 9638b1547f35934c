import type { Tx } from '../database/db.ts';
import { type Sql, sql } from '../database/sql.ts';
import { DAY_TIME_ZONE, type Day, dayEnd, dayStart } from '../days.ts';

/** `start <= created_at < end`. */
export interface DaySpan {
  readonly day: Day;
  readonly start: Date;
  readonly end: Date;
}

/** Exact to the microsecond: `start <= created_at < end`. */
interface Part {
  readonly start: Sql;
  readonly end: Sql;
  /** It precedes `start` if a day was closed before its last part. */
  readonly addedUntil: Sql;
}

/** A job adds minutes up, so a question reads only rows after `figures_until`. */
export interface RunningFigures {
  /** Runs in the transaction that moves `figures_until`. */
  add(tx: Tx, part: Part): Promise<void>;
  clear(tx: Tx): Promise<void>;
  /** Must return no rows. */
  readonly differences: Sql;
}

export interface DailyRollUp {
  /** A select of one value; null without rows. */
  readonly firstMoment: Sql;
  /** Runs in the transaction that claims the day. */
  fill(tx: Tx, span: DaySpan): Promise<void>;
  clear(tx: Tx, day: Day): Promise<void>;
  readonly running?: RunningFigures;
}

export const spanOf = (day: Day): DaySpan => ({ day, start: dayStart(day), end: dayEnd(day) });

/**
 * One row with `starts_at <= created_at < ends_at`; without days both are infinite. If a change of clocks skips
 * midnight, the day starts at the change.
 */
export const rolledDays: Sql = sql`
  select coalesce(min(day)::timestamp at time zone ${DAY_TIME_ZONE}::text, 'infinity') as starts_at,
    coalesce((max(day) + 1)::timestamp at time zone ${DAY_TIME_ZONE}::text, 'infinity') as ends_at
  from rolled_days`;

/** Running figures continue the days. */
export const countedTime: Sql = sql`
  select coalesce(min(day)::timestamp at time zone ${DAY_TIME_ZONE}::text, '-infinity') as starts_at,
    greatest((max(day) + 1)::timestamp at time zone ${DAY_TIME_ZONE}::text, (select ends_at from figures_until)) as ends_at
  from rolled_days`;

export const within = ({ start, end }: { start: Date | Sql; end: Date | Sql }): Sql =>
  sql`created_at >= ${start} and created_at < ${end}`;
