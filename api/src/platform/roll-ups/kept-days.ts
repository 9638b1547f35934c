import type { Tx } from '../database/db.ts';
import { join, raw, type Sql, sql } from '../database/sql.ts';
import { DAY_TIME_ZONE, type Day, dayEnd, dayStart } from '../days.ts';
import { countedTime, type DailyRollUp, type RunningFigures, rolledDays, within } from './roll-ups.ts';

/** Tables know their time by `created_at` or by a day. */
interface DaysPart {
  /** The day of a row with `created_at`. */
  readonly day: Sql;
  readonly isWithin: Sql;
  readonly isOfDays: Sql;
}

interface KeptDaysOptions {
  readonly table: string;
  /** Without `day`. */
  readonly columns: readonly string[];
  /** A condition, if other rows share the table. */
  readonly only?: Sql;
  readonly firstMoment: Sql;
  /** Selects the day and the columns in their order. */
  figures(part: DaysPart): Sql;
  /**
   * Days that are not over are in `running_<table>`, which adds only the newest rows. All other figures must be sums;
   * `keys` are no figures.
   */
  readonly running?: { readonly keys: readonly string[]; readonly largest?: readonly string[] };
}

export interface StoredDays extends DailyRollUp {
  /** One statement counts a day that is being closed exactly once. Both bounds are included. */
  between(from: Day, to: Day): Sql;
}

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
/** A closed day is not read here, whether its rows are deleted yet or not. */
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

const named = (names: Sql, rows: Sql) => sql`with one (${names}) as (${rows}) select * from one`;

/** If all days are kept, PostgreSQL answers the first condition once and does not open the table. */

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
