import { raw, type Sql, sql } from '../database/sql.ts';
import { DAY_TIME_ZONE, type Day, dayEnd, dayStart } from '../days.ts';
import { type DailyRollUp, rolledDays, within } from './roll-ups.ts';

/** A part of time that is asked about, in the two ways in which tables know when something happened. */
interface DaysPart {
  /** The day of a row, where the row has a `created_at`. */
  readonly day: Sql;
  /** Whether a `created_at` is in the part. */
  readonly isWithin: Sql;
  /** Whether a column `day` is in the part. */
  readonly isOfDays: Sql;
}

interface KeptDaysOptions {
  readonly table: string;
  /** Of the table, without `day`. */
  readonly columns: readonly string[];
  /** Which rows of the table they are, where others keep theirs in it too. */
  readonly only?: Sql;
  readonly firstMoment: Sql;
  /** Selects the day and the columns in their order: what is kept of the days of a part, made of what happened. */
  figures(part: DaysPart): Sql;
}

/** What is kept of days that are over, and is added up when asked of those that are not. */
export interface StoredDays extends DailyRollUp {
  /**
   * Selects `day` and the columns, for all days from one to another, both included. In one statement, so that a day that
   * is being added up meanwhile is counted once: either here or there.
   */
  between(from: Day, to: Day): Sql;
}

/** The figures of a day are named once, for storing them and for asking of a day that is not over. */
export function keepDays({ table, columns, only = sql`true`, firstMoment, figures }: KeptDaysOptions): StoredDays {
  const names = raw(['day', ...columns].join(', '));
  return {
    firstMoment,
    fill: async (tx, span) => {
      const day = sql`${span.day}::date`;
      const ofDay = figures({ day, isWithin: within(span), isOfDays: sql`day = ${day}` });
      await tx.query(sql`insert into ${raw(table)} (${names}) ${ofDay}`);
    },
    clear: async (tx, day) => {
      await tx.query(sql`delete from ${raw(table)} where day = ${day}::date and ${only}`);
    },
    between: (from, to) => sql`
      select ${names} from ${raw(table)} where day between ${from}::date and ${to}::date and ${only}
      union all ${figures(partBefore(from, to))}
      union all ${figures(partAfter(from, to))}`,
  };
}

const DAY_OF_ROW = sql`(created_at at time zone ${DAY_TIME_ZONE}::text)::date`;

/*
 * What is not kept is before the kept days or after them. The first condition of each part names no column: where all of
 * the days are kept, PostgreSQL answers it once and does not open the table.
 */

function partBefore(from: Day, to: Day): DaysPart {
  const startsAt = sql`(select starts_at from (${rolledDays}) rolled)`;
  const startDay = sql`(select coalesce(min(day), 'infinity') from rolled_days)`;
  return {
    day: DAY_OF_ROW,
    isWithin: sql`${dayStart(from)}::timestamptz < ${startsAt}
      and created_at >= ${dayStart(from)} and created_at < least(${dayEnd(to)}::timestamptz, ${startsAt})`,
    isOfDays: sql`${from}::date < ${startDay} and day >= ${from}::date and day <= ${to}::date and day < ${startDay}`,
  };
}

function partAfter(from: Day, to: Day): DaysPart {
  const endsAt = sql`(select ends_at from (${rolledDays}) rolled)`;
  const lastDay = sql`(select coalesce(max(day), 'infinity') from rolled_days)`;
  return {
    day: DAY_OF_ROW,
    isWithin: sql`${dayEnd(to)}::timestamptz > ${endsAt}
      and created_at >= greatest(${dayStart(from)}::timestamptz, ${endsAt}) and created_at < ${dayEnd(to)}`,
    isOfDays: sql`${to}::date > ${lastDay} and day >= ${from}::date and day <= ${to}::date and day > ${lastDay}`,
  };
}
