import type { Tx } from '../database/db.ts';
import { type Sql, sql } from '../database/sql.ts';
import { DAY_TIME_ZONE, type Day, dayEnd, dayStart } from '../days.ts';

/** A day of São Paulo and what belongs to it: `start <= created_at < end`. */
export interface DaySpan {
  readonly day: Day;
  readonly start: Date;
  readonly end: Date;
}

/** Some minutes, to the microsecond: `start <= created_at < end`. */
interface Part {
  readonly start: Sql;
  readonly end: Sql;
  /** Before `start` where a day was closed while nobody added parts; for what does not go by days. */
  readonly addedUntil: Sql;
}

/** What a job adds up minute by minute, so that a question reads only the rows that came since (`figures_until`). */
export interface RunningFigures {
  /** Adds the rows of a part, in the transaction that moves `figures_until` to its end. */
  add(tx: Tx, part: Part): Promise<void>;
  /** Forgets everything, for it to be added anew from the first row. */
  clear(tx: Tx): Promise<void>;
  /** Selects what is not as the rows say; nothing where all is well. */
  readonly differences: Sql;
}

/** What is added up when a day is over, once and for good. */
export interface DailyRollUp {
  /** The moment of the first of all that is to be added up: a select of one value, null where there is nothing. */
  readonly firstMoment: Sql;
  /** Adds one day up, in the transaction that claims it. */
  fill(tx: Tx, span: DaySpan): Promise<void>;
  /** Forgets one day, for it to be added up anew. */
  clear(tx: Tx, day: Day): Promise<void>;
  /** The same of the days that are not over. */
  readonly running?: RunningFigures;
}

/** What belongs to a day of São Paulo, however long it is. */
export const spanOf = (day: Day): DaySpan => ({ day, start: dayStart(day), end: dayEnd(day) });

/**
 * The days that are added up, which are all days from one to another, as moments: `starts_at <= created_at < ends_at`. One
 * row; where no day is, it is in an infinite future, so that everything is before it. A midnight that a change of clocks
 * leaves out is read as the moment of the change, where that day does start.
 */
export const rolledDays: Sql = sql`
  select coalesce(min(day)::timestamp at time zone ${DAY_TIME_ZONE}::text, 'infinity') as starts_at,
    coalesce((max(day) + 1)::timestamp at time zone ${DAY_TIME_ZONE}::text, 'infinity') as ends_at
  from rolled_days`;

/** The same with the running figures, which go on from the days; where nothing is added up, everything is after it. */
export const countedTime: Sql = sql`
  select coalesce(min(day)::timestamp at time zone ${DAY_TIME_ZONE}::text, '-infinity') as starts_at,
    greatest((max(day) + 1)::timestamp at time zone ${DAY_TIME_ZONE}::text, (select ends_at from figures_until)) as ends_at
  from rolled_days`;

export const within = ({ start, end }: { start: Date | Sql; end: Date | Sql }): Sql =>
  sql`created_at >= ${start} and created_at < ${end}`;
