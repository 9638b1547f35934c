import type { Db } from '../../../platform/database/db.ts';
import { lookUp, type Sql, sql } from '../../../platform/database/sql.ts';
import { type Day, type DayRange, daysBefore } from '../../../platform/days.ts';
import { rolledDays } from '../../../platform/roll-ups/roll-ups.ts';
import type { Activity, BookedDay, Days, TopCase, TopItem, UserCounts } from './dashboard.types.ts';

/** What days came to is asked of the modules, which keep it; it is handed in as the selects of `StoredDays`. */

type BookedRow = { day: Day } & Record<'revenueCents' | 'depositsCents' | 'withdrawalsCents', string>;

/** A row for each day on which anything was booked, whatever it was. The revenue is of the types of stakes. */
export async function listBookedDays(db: Db, booked: Sql, stakeTypes: readonly string[]): Promise<BookedDay[]> {
  const rows = await db.query<BookedRow>(sql`
    select to_char(day, 'YYYY-MM-DD') as day,
      coalesce(sum(amount_cents) filter (where type = any(${stakeTypes}::text[])), 0) as revenue_cents,
      coalesce(sum(amount_cents) filter (where type = 'DEPOSIT'), 0) as deposits_cents,
      coalesce(sum(amount_cents) filter (where type = 'WITHDRAWAL'), 0) as withdrawals_cents
    from (${booked}) booked group by booked.day order by booked.day`);
  return rows.map(({ day, ...cents }) => ({
    day,
    revenueCents: BigInt(cents.revenueCents),
    depositsCents: BigInt(cents.depositsCents),
    withdrawalsCents: BigInt(cents.withdrawalsCents),
  }));
}

/** Days as rows: the place of each range in the list, its first day and its last one. */
const asRows = (ranges: readonly Days[]): Sql => sql`
  unnest(${ranges.map(({ from }) => from)}::date[], ${ranges.map(({ to }) => to)}::date[])
    with ordinality as range (first, last, place)`;

/** For each range what was found of it, by its place, which begins at 1. */
const ofEach = <Row extends { place: string }, Value>(
  ranges: readonly Days[],
  rows: readonly Row[],
  value: (ofRange: Row[]) => Value,
): Value[] => ranges.map((_, index) => value(rows.filter(({ place }) => Number(place) === index + 1)));

/** `came` are the days from the first of all ranges on. All users are those of the days that are over, and the others. */
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

/** How many rounds were played of each game that was. */
export async function countRounds(db: Db, ranges: readonly Days[], games: Sql): Promise<ReadonlyMap<string, number>[]> {
  const rows = await db.query<{ place: string; game: string; rounds: string }>(sql`
    select place, game, sum(rounds) as rounds from ${asRows(ranges)}
    join (${games}) played on played.day between range.first and range.last group by place, game`);
  return ofEach(ranges, rows, (played) => new Map(played.map(({ game, rounds }) => [game, Number(rounds)])));
}

interface TopItemRow extends Omit<TopItem, 'drops' | 'bestValueCents'> {
  place: string;
  way: 'mostDropped' | 'highestValue';
  drops: string;
  bestValueCents: bigint;
}

/** Of several that are equal the one that has been in the catalogue longest. */
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
    const { place: _place, way: _way, ...item } = row;
    return { ...item, drops: Number(row.drops), bestValueCents: BigInt(row.bestValueCents) };
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
 * What users did of their own accord, newest first. The newest of each type are found in its index, and the best item of
 * each opening among the openings of that time, which lie together: they are written a little after their debit, hardly
 * longer than the 10 seconds that a statement may take. One that took longer would lack its item here. The ids are an array, so
 * that the openings of that time are read once and not once for each of them.
 */
export function listActivities(db: Db, { start, end }: Pick<DayRange, 'start' | 'end'>, limit: number) {
  // The types stand in the statement, so that their index is found.
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
