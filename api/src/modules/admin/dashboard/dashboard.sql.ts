import type { Db } from '../../../platform/database/db.ts';
import { lookUp, type Sql, sql } from '../../../platform/database/sql.ts';
import { type DayRange, daysBefore } from '../../../platform/days.ts';
import type { Cents } from '../../../platform/money.ts';
import { rolledDays } from '../../../platform/roll-ups/roll-ups.ts';
import type { DayFigures } from './comparison.records.ts';
import type { Activity, BookedDay, Days, TopCase, TopItem, UserCounts } from './dashboard.records.ts';

// Figures of days belong to other modules, which give them as the selects of `StoredDays`.

/** Lists days with any transfer. The revenue sums the types of stakes. */
export function listBookedDays(db: Db, booked: Sql, stakeTypes: readonly string[]): Promise<BookedDay[]> {
  return db.query<BookedDay>(sql`
    select to_char(day, 'YYYY-MM-DD') as day,
      coalesce(sum(amount_cents) filter (where type = any(${stakeTypes}::text[])), 0) as revenue_cents,
      coalesce(sum(amount_cents) filter (where type = 'DEPOSIT'), 0) as deposits_cents,
      coalesce(sum(amount_cents) filter (where type = 'WITHDRAWAL'), 0) as withdrawals_cents
    from (${booked}) booked group by booked.day order by booked.day`);
}

const asRows = (ranges: readonly Days[]): Sql => sql`
  unnest(${ranges.map(({ from }) => from)}::date[], ${ranges.map(({ to }) => to)}::date[])
    with ordinality as range (first, last, place)`;

/** Places count from 1. */
const ofEach = <Row extends { place: string }, Value>(
  ranges: readonly Days[],
  rows: readonly Row[],
  value: (ofRange: Row[]) => Value,
): Value[] => ranges.map((_, index) => value(rows.filter(({ place }) => Number(place) === index + 1)));

/** `came` has the days from the first of all ranges on. The total adds later users to those of finished days. */
export async function countUsersOf(db: Db, ranges: readonly Days[], came: Sql): Promise<UserCounts[]> {
  const before = asRows(ranges.map(daysBefore));
  const rows = await db.query<{ place: string } & Record<keyof UserCounts, string>>(sql`
    with came as materialized (select day, new_users from (${came}) came),
      rolled as materialized (${rolledDays}),
      everybody as materialized (
        select (select coalesce(sum(new_users), 0) from activity_days)
          + (select count(*) from users where created_at < (select starts_at from rolled))
          + (select count(*) from users where created_at >= (select ends_at from rolled)) as total)
    select range.place, total,
      (select count(distinct user_id) from user_activity where day >= range.first) as active,
      (select count(distinct user_id) from user_activity where day between before.first and before.last) as active_before,
      (select coalesce(sum(new_users), 0) from came where day >= range.first) as created
    from everybody, ${asRows(ranges)} join (select first, last, place from ${before}) before using (place)`);
  return ofEach(ranges, rows, ([row]) => ({
    total: Number(row?.total),
    active: Number(row?.active),
    activeBefore: Number(row?.activeBefore),
    created: Number(row?.created),
  }));
}

export async function countRounds(db: Db, ranges: readonly Days[], games: Sql): Promise<ReadonlyMap<string, number>[]> {
  const rows = await db.query<{ place: string; game: string; rounds: string }>(sql`
    select place, game, sum(rounds) as rounds from ${asRows(ranges)}
    join (${games}) played on played.day between range.first and range.last group by place, game`);
  return ofEach(ranges, rows, (played) => new Map(played.map(({ game, rounds }) => [game, Number(rounds)])));
}

interface TopItemRow extends Omit<TopItem, 'drops' | 'valueCents'> {
  place: string;
  way: 'mostDropped' | 'highestValue';
  drops: string;
  bestValueCents: Cents;
}

/** Of equal items it is the oldest of the catalogue. */
export async function findTopItems(
  db: Db,
  ranges: readonly Days[],
  drops: Sql,
): Promise<Record<TopItemRow['way'], TopItem | null>[]> {
  const rows = await db.query<TopItemRow>(sql`
    with dropped as materialized (
      select place, item_id, sum(drops) as drops, max(best_value_cents) as best_value_cents
      from ${asRows(ranges)} join (${drops}) dropped on dropped.day between range.first and range.last
      group by place, item_id
    ), top as (
      (select distinct on (place) 'mostDropped' as way, * from dropped order by place, drops desc, item_id)
      union all
      (select distinct on (place) 'highestValue', * from dropped order by place, best_value_cents desc, item_id))
    select place, way, items.id, name, image_url, rarity, drops, best_value_cents
    from top ${lookUp('items', 'top.item_id')}`);
  const itemOf = (row: TopItemRow | undefined): TopItem | null => {
    if (row === undefined) return null;
    const { place: _place, way: _way, bestValueCents: valueCents, ...item } = row;
    return { ...item, drops: Number(row.drops), valueCents };
  };
  return ofEach(ranges, rows, (top) => ({
    mostDropped: itemOf(top.find(({ way }) => way === 'mostDropped')),
    highestValue: itemOf(top.find(({ way }) => way === 'highestValue')),
  }));
}

export async function findTopCases(db: Db, ranges: readonly Days[], cases: Sql): Promise<(TopCase | null)[]> {
  const rows = await db.query<Omit<TopCase, 'openings'> & { place: string; openings: string }>(sql`
    select place, cases.id, name, image_url, openings
    from (
      select distinct on (place) place, case_id, sum(openings) as openings
      from ${asRows(ranges)} join (${cases}) opened on opened.day between range.first and range.last
      group by place, case_id order by place, sum(openings) desc, case_id) top
    ${lookUp('cases', 'top.case_id')}`);
  return ofEach(ranges, rows, ([row]) => {
    if (row === undefined) return null;
    const { place: _, ...top } = row;
    return { ...top, openings: Number(top.openings) };
  });
}

/**
 * Each type has an index. Openings are written within the 10 seconds that a statement may take after their debit, so
 * they lie together; their ids are an array, so that they are read once and not once for each.
 */
export function listActivities(db: Db, { start, end }: Pick<DayRange, 'start' | 'end'>, limit: number) {
  // A type is part of the statement, so that PostgreSQL finds its index.
  const newestOf = (type: Sql): Sql => sql`
    (select * from transfers where type = ${type} and created_at >= ${start} and created_at < ${end}
    order by created_at desc, id desc limit ${limit})`;
  return db.query<Activity>(sql`
    with newest as materialized (
      select * from (
        ${newestOf(sql`'CASE_OPEN'`)} union all ${newestOf(sql`'DEPOSIT'`)} union all ${newestOf(sql`'WITHDRAWAL_HOLD'`)}) each_type
      order by created_at desc, id desc limit ${limit}
    ), opened as (
      select min(created_at) as first, max(created_at) + interval '10 seconds' as last from newest where type = 'CASE_OPEN'
    ), given as materialized (
      select distinct on (transfer_id) transfer_id, item_id from case_openings
      where created_at between (select first from opened) and (select last from opened)
        and transfer_id = any(array(select id from newest))
      order by transfer_id, item_value_cents desc, id)
    select newest.id, case type when 'WITHDRAWAL_HOLD' then 'WITHDRAWAL_REQUEST' else type end as type,
      newest.user_id, users.username, reason as description, amount_cents as value_cents,
      item.name as item_name, item.rarity as item_rarity, newest.created_at
    from newest ${lookUp('users', 'newest.user_id')}
    left join given on given.transfer_id = newest.id
    left join lateral (select name, rarity from items where items.id = given.item_id limit 1) item on true
    order by newest.created_at desc, newest.id desc`);
}

type StakesDay = Pick<DayFigures, 'day' | 'wageredCents' | 'wonCents'>;
type CameDay = Pick<DayFigures, 'day' | 'activeUsers' | 'newUsers'>;

/** Days without plays are absent. */
export function listStakesDays(db: Db, games: Sql): Promise<StakesDay[]> {
  return db.query<StakesDay>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, sum(wagered_cents) as wagered_cents, sum(won_cents) as won_cents
    from (${games}) played group by played.day`);
}

export const listCameDays = (db: Db, came: Sql): Promise<CameDay[]> =>
  db.query<CameDay>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, active_users::int as active_users, new_users::int as new_users
    from (${came}) came`);

/** Counts users who were active on any day of each range. */
export async function countActive(db: Db, now: Days, before: Days): Promise<{ now: number; before: number }> {
  const activeIn = ({ from, to }: Days) => sql`
    (select count(distinct user_id)::int from user_activity where day between ${from}::date and ${to}::date)`;
  const rows = await db.query<{ now: number; before: number }>(sql`
    select ${activeIn(now)} as now, ${activeIn(before)} as before`);
  return rows[0] as { now: number; before: number };
}
