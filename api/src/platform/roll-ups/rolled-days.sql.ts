import type { Db, Tx } from '../database/db.ts';
import { join, sql } from '../database/sql.ts';
import type { Day } from '../days.ts';
import type { DailyRollUp } from './roll-ups.ts';

interface Beginning {
  rolledDay: Day | null;
  /** Without a day, the moment of the first play or booking. */
  firstMoment: Date | null;
  /** The database's clock stamps the plays. */
  now: Date;
}

/** No index has the first moment, so everything is read once. */
export async function findBeginning(tx: Tx, rollUps: readonly DailyRollUp[]): Promise<Beginning> {
  const firstMoments = join(
    rollUps.map(({ firstMoment }) => sql`(${firstMoment})`),
    ', ',
  );
  const rows = await tx.query<Beginning>(sql`
    select now() as now, to_char(min(day), 'YYYY-MM-DD') as rolled_day,
      case when min(day) is null then least(${firstMoments}) end as first_moment
    from rolled_days`);
  return rows[0] as Beginning;
}

/** The oldest day is first; both bounds are included. */
export async function findUnrolledDays(db: Db, first: Day, last: Day): Promise<Day[]> {
  const rows = await db.query<{ day: Day }>(sql`
    select to_char(day, 'YYYY-MM-DD') as day
    from (
      select ${first}::date + place as day from generate_series(0, ${last}::date - ${first}::date) place) passed
    where not exists (select from rolled_days where rolled_days.day = passed.day)
    order by passed.day`);
  return rows.map(({ day }) => day);
}

/** A day takes longer to read than a request may. */
export async function allowLongStatements(tx: Tx): Promise<void> {
  await tx.query(sql`
    select set_config('statement_timeout', '10min', true), set_config('lock_timeout', '10min', true)`);
}

/** Returns false if the day is added up. Waits for another process; if it fails, the day is ours. */
export async function claimDay(tx: Tx, day: Day): Promise<boolean> {
  const rows = await tx.query(
    sql`insert into rolled_days (day) values (${day}) on conflict (day) do nothing returning day`,
  );
  return rows.length > 0;
}

/** The oldest day is first; both bounds are included. */
export async function findRolledDays(db: Db, first: Day, last: Day): Promise<Day[]> {
  const rows = await db.query<{ day: Day }>(sql`
    select to_char(day, 'YYYY-MM-DD') as day from rolled_days
    where day between ${first}::date and ${last}::date order by rolled_days.day`);
  return rows.map(({ day }) => day);
}

export async function lockRolledDay(tx: Tx, day: Day): Promise<void> {
  await tx.query(sql`select from rolled_days where day = ${day}::date for update`);
}
