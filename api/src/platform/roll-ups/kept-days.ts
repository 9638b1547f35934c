import type { Tx } from '../database/db.ts';
import { join, raw, type Sql, sql } from '../database/sql.ts';
import { DAY_TIME_ZONE, type Day, dayEnd, dayStart } from '../days.ts';
import { countedTime, type DailyRollUp, type RunningFigures, rolledDays, within } from './roll-ups.ts';

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
  /**
   * Keeps the days that are not over in the table `running_<table>`, and adds up only the newest rows when asked. All figures
   * but the largest must be sums; `keys` are the columns that are no figures.
   */
  readonly running?: { readonly keys: readonly string[]; readonly largest?: readonly string[] };
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
export function keepDays(options: KeptDaysOptions): StoredDays {
  const { table, columns, only = sql`true`, firstMoment, figures } = options;
  const names = raw(['day', ...columns].join(', '));
  const counted = options.running === undefined ? rolledDays : countedTime;
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
      ${
        options.running === undefined
          ? sql``
          : sql`union all select ${names} from ${raw(runningTable(table))}
            where day between ${from}::date and ${to}::date and ${IS_RUNNING} and ${only}`
      }
      union all ${figures(partBefore(from, to, counted))}
      union all ${figures(partAfter(from, to, counted))}`,
    ...(options.running === undefined ? {} : { running: keepRunning(options, options.running) }),
  };
}

const runningTable = (table: string) => `running_${table}`;
/** A day that is over is not read here any more, whether its rows are deleted yet or not. */
const IS_RUNNING = sql`day > coalesce((select max(day) from rolled_days), '-infinity')`;
const DAY_OF_ROW = sql`(created_at at time zone ${DAY_TIME_ZONE}::text)::date`;

function keepRunning(
  { table, columns, only = sql`true`, figures }: KeptDaysOptions,
  { keys, largest = [] }: NonNullable<KeptDaysOptions['running']>,
): RunningFigures {
  const name = raw(runningTable(table));
  const names = raw(['day', ...columns].join(', '));
  const isLargest = new Set(largest);
  const added = columns
    .filter((column) => !keys.includes(column))
    .map((column) =>
      isLargest.has(column)
        ? sql`${raw(column)} = greatest(kept.${raw(column)}, excluded.${raw(column)})`
        : sql`${raw(column)} = kept.${raw(column)} + excluded.${raw(column)}`,
    );
  const figuresOf = (isWithin: Sql) => figures({ day: DAY_OF_ROW, isWithin, isOfDays: sql`false` });
  const countedRows = figuresOf(sql`created_at >= ${END_OF_DAYS} and created_at < (select ends_at from figures_until)`);
  const keptRows = sql`select ${names} from ${name} where ${IS_RUNNING} and ${only}`;
  const differing = (these: Sql, others: Sql) => sql`
    select to_jsonb(one) as row from (${named(names, these)}) one except all
    select to_jsonb(one) from (${named(names, others)}) one`;
  return {
    add: async (tx: Tx, part) => {
      await tx.query(sql`delete from ${name} where not ${IS_RUNNING}`);
      await tx.query(sql`
        insert into ${name} as kept (${names}) ${figuresOf(within(part))}
        on conflict (${raw(['day', ...keys].join(', '))}) do update set ${join(added, ', ')}`);
    },
    clear: async (tx) => {
      await tx.query(sql`delete from ${name} where ${only}`);
    },
    differences: sql`
      select ${table} as figures, row from (
        (${differing(keptRows, countedRows)}) union all (${differing(countedRows, keptRows)})) other`,
  };
}

const END_OF_DAYS = sql`(
  select coalesce((max(day) + 1)::timestamp at time zone ${DAY_TIME_ZONE}::text, '-infinity') from rolled_days)`;

/** Rows whose columns have the names of the table. */
const named = (names: Sql, rows: Sql) => sql`with one (${names}) as (${rows}) select * from one`;

/*
 * What is not kept is before the kept days or after them. The first condition of each part names no column: where all of
 * the days are kept, PostgreSQL answers it once and does not open the table.
 */

function partBefore(from: Day, to: Day, counted: Sql): DaysPart {
  const startsAt = sql`(select starts_at from (${counted}) counted)`;
  const startDay = sql`(select coalesce(min(day), 'infinity') from rolled_days)`;
  return {
    day: DAY_OF_ROW,
    isWithin: sql`${dayStart(from)}::timestamptz < ${startsAt}
      and created_at >= ${dayStart(from)} and created_at < least(${dayEnd(to)}::timestamptz, ${startsAt})`,
    isOfDays: sql`${from}::date < ${startDay} and day >= ${from}::date and day <= ${to}::date and day < ${startDay}`,
  };
}

function partAfter(from: Day, to: Day, counted: Sql): DaysPart {
  const endsAt = sql`(select ends_at from (${counted}) counted)`;
  const lastDay = sql`(select coalesce(max(day), 'infinity') from rolled_days)`;
  return {
    day: DAY_OF_ROW,
    isWithin: sql`${dayEnd(to)}::timestamptz > ${endsAt}
      and created_at >= greatest(${dayStart(from)}::timestamptz, ${endsAt}) and created_at < ${dayEnd(to)}`,
    isOfDays: sql`${to}::date > ${lastDay} and day >= ${from}::date and day <= ${to}::date and day > ${lastDay}`,
  };
}
