import type { Day } from '../../../platform/days.ts';
import type { Db, Tx } from '../../../platform/db.ts';
import { type Sql, sql } from '../../../platform/sql.ts';

/** A day and what belongs to it: `start <= created_at < end`. */
interface DaySpan {
  day: Day;
  start: Date;
  end: Date;
}

interface Beginning {
  /** The first day that was added up. */
  rolledDay: Day | null;
  /** Before there is one: the moment of the first play or booking of all. */
  firstMoment: Date | null;
  /** By the clock that stamps the plays. */
  now: Date;
}

/** No index knows the first of the plays, so that they are all read for it, once. */
export async function findBeginning(tx: Tx): Promise<Beginning> {
  const rows = await tx.query<Beginning>(sql`
    select now() as now, to_char(min(day), 'YYYY-MM-DD') as "rolledDay",
      case when min(day) is null then least(
        (select min(created_at) from transfers), (select min(created_at) from case_openings),
        (select min(created_at) from upgrades)) end as "firstMoment"
    from rolled_days`);
  return rows[0] as Beginning;
}

/** Those from `first` to `last`, both included, that are not added up; the oldest first. */
export async function findUnrolledDays(db: Db, first: Day, last: Day): Promise<Day[]> {
  const rows = await db.query<{ day: Day }>(sql`
    select to_char(day, 'YYYY-MM-DD') as day
    from (
      select ${first}::date + place as day from generate_series(0, ${last}::date - ${first}::date) place) passed
    where not exists (select from rolled_days where rolled_days.day = passed.day)
    order by passed.day`);
  return rows.map(({ day }) => day);
}

/** For this transaction: a day is more to read than a request may, and who adds it up already is waited for. */
export async function allowLongStatements(tx: Tx): Promise<void> {
  await tx.query(sql`
    select set_config('statement_timeout', '10min', true), set_config('lock_timeout', '10min', true)`);
}

/** False where the day is added up already. Waits for a process that is at it, whose failure makes the day ours. */
export async function claimDay(tx: Tx, day: Day): Promise<boolean> {
  const rows = await tx.query(
    sql`insert into rolled_days (day) values (${day}) on conflict (day) do nothing returning day`,
  );
  return rows.length > 0;
}

const within = ({ start, end }: DaySpan): Sql => sql`created_at >= ${start} and created_at < ${end}`;

export async function fillCaseDays(tx: Tx, span: DaySpan): Promise<void> {
  await tx.query(sql`
    insert into case_days (day, case_id, openings, wagered_cents, won_cents)
    select ${span.day}::date, case_id, count(*), sum(price_cents), sum(item_value_cents)
    from case_openings where ${within(span)} group by case_id`);
}

export async function fillUpgradeDays(tx: Tx, span: DaySpan): Promise<void> {
  await tx.query(sql`
    insert into upgrade_days (day, upgrades, upgrades_won, wagered_cents, balance_cents, won_cents)
    select ${span.day}::date, count(*), count(*) filter (where status = 'WON'), sum(items_value_cents + balance_cents),
      sum(balance_cents), coalesce(sum(target_value_cents) filter (where status = 'WON'), 0)
    from upgrades where ${within(span)} having count(*) > 0`);
}

export async function fillUserDays(tx: Tx, span: DaySpan): Promise<void> {
  await tx.query(sql`
    insert into user_days
      (day, user_id, openings, upgrades, upgrades_won, wagered_cents, won_cents, best_win_cents)
    select ${span.day}::date, user_id, sum(opening), sum(upgrade), sum(upgrade_won), sum(wagered), sum(won), max(won)
    from (
      select user_id, 1 as opening, 0 as upgrade, 0 as upgrade_won, price_cents as wagered, item_value_cents as won
      from case_openings where ${within(span)}
      union all
      select user_id, 0, 1, (status = 'WON')::int, items_value_cents + balance_cents,
        case status when 'WON' then target_value_cents else 0 end
      from upgrades where ${within(span)}) play
    group by user_id`);
}

export async function fillTransferDays(tx: Tx, span: DaySpan): Promise<void> {
  await tx.query(sql`
    insert into transfer_days (day, type, transfers, amount_cents, credited_cents)
    select ${span.day}::date, type, count(*), sum(amount_cents),
      coalesce(sum(amount_cents) filter (where credit_account = 'USER'), 0)
    from transfers where ${within(span)} group by type`);
}
