import type { Db } from '../../../platform/database/db.ts';
import { lookUp, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Day, DayRange } from '../../../platform/days.ts';
import type { Activity, BookedDay, TopCase, TopItem, UserCounts } from './dashboard.types.ts';

/** What days came to is asked of the modules, which keep it; it is handed in as the selects of `StoredDays`. */

type BookedRow = { day: Day } & Record<'revenueCents' | 'depositsCents' | 'withdrawalsCents', string>;

/** A row for each day on which anything was booked, whatever it was. The revenue is of the types of stakes. */
export async function listBookedDays(db: Db, booked: Sql, stakeTypes: readonly string[]): Promise<BookedDay[]> {
  const rows = await db.query<BookedRow>(sql`
    select to_char(day, 'YYYY-MM-DD') as day,
      coalesce(sum(amount_cents) filter (where type = any(${stakeTypes}::text[])), 0) as "revenueCents",
      coalesce(sum(amount_cents) filter (where type = 'DEPOSIT'), 0) as "depositsCents",
      coalesce(sum(amount_cents) filter (where type = 'WITHDRAWAL'), 0) as "withdrawalsCents"
    from (${booked}) booked group by booked.day order by booked.day`);
  return rows.map(({ day, ...cents }) => ({
    day,
    revenueCents: BigInt(cents.revenueCents),
    depositsCents: BigInt(cents.depositsCents),
    withdrawalsCents: BigInt(cents.withdrawalsCents),
  }));
}

/** `came` are the days from the first of the range on. */
export async function countUsersOf(db: Db, from: Day, before: { from: Day; to: Day }, came: Sql): Promise<UserCounts> {
  const rows = await db.query<Record<keyof UserCounts, string>>(sql`
    select (select count(*) from users) as total,
      (select count(distinct user_id) from user_activity where day >= ${from}::date) as active,
      (select count(distinct user_id) from user_activity where day between ${before.from}::date and ${before.to}::date)
        as "activeBefore",
      (select coalesce(sum(new_users), 0) from (${came}) came) as created`);
  const { total, active, activeBefore, created } = rows[0] as Record<keyof UserCounts, string>;
  return { total: Number(total), active: Number(active), activeBefore: Number(activeBefore), created: Number(created) };
}

/** How many rounds were played of each game that was. */
export async function countRounds(db: Db, games: Sql): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ game: string; rounds: string }>(
    sql`select game, sum(rounds) as rounds from (${games}) played group by game`,
  );
  return new Map(rows.map(({ game, rounds }) => [game, Number(rounds)]));
}

interface TopItemRow extends Omit<TopItem, 'drops' | 'bestValueCents'> {
  place: 'mostDropped' | 'highestValue';
  drops: string;
  bestValueCents: string;
}

/** Of several that are equal the one that has been in the catalogue longest. */
export async function findTopItems(db: Db, drops: Sql): Promise<Record<TopItemRow['place'], TopItem | null>> {
  const rows = await db.query<TopItemRow>(sql`
    with dropped as materialized (
      select item_id, sum(drops) as drops, max(best_value_cents) as best_value_cents
      from (${drops}) dropped group by item_id
    ), top as (
      (select 'mostDropped' as place, * from dropped order by drops desc, item_id limit 1)
      union all
      (select 'highestValue', * from dropped order by best_value_cents desc, item_id limit 1))
    select place, items.id, name, image_url as "imageUrl", rarity, drops, best_value_cents as "bestValueCents"
    from top ${lookUp('items', 'top.item_id')}`);
  const found = (wanted: TopItemRow['place']): TopItem | null => {
    const row = rows.find(({ place }) => place === wanted);
    if (row === undefined) return null;
    const { place: _, ...item } = row;
    return { ...item, drops: Number(row.drops), bestValueCents: BigInt(row.bestValueCents) };
  };
  return { mostDropped: found('mostDropped'), highestValue: found('highestValue') };
}

export async function findTopCase(db: Db, cases: Sql): Promise<TopCase | null> {
  const rows = await db.query<Omit<TopCase, 'openings'> & { openings: string }>(sql`
    select cases.id, name, image_url as "imageUrl", openings
    from (
      select case_id, sum(openings) as openings from (${cases}) opened
      group by case_id order by 2 desc, case_id limit 1) top
    ${lookUp('cases', 'top.case_id')}`);
  return rows[0] === undefined ? null : { ...rows[0], openings: Number(rows[0].openings) };
}

/**
 * What users did of their own accord, newest first. The newest of each type are found in its index, and the best item of
 * each opening among the openings of that time, which lie together: they are written a little after their debit, hardly
 * longer than the 10 seconds that a statement may take. One that took longer would lack its item here.
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
        and transfer_id in (select id from newest)
      order by transfer_id, item_value_cents desc, id)
    select newest.id, case type when 'WITHDRAWAL_HOLD' then 'WITHDRAWAL_REQUEST' else type end as type,
      newest.user_id as "userId", users.username, reason as description, amount_cents as "valueCents",
      item.name as "itemName", item.rarity as "itemRarity", newest.created_at as "createdAt"
    from newest ${lookUp('users', 'newest.user_id')}
    left join given on given.transfer_id = newest.id
    left join lateral (select name, rarity from items where items.id = given.item_id limit 1) item on true
    order by newest.created_at desc, newest.id desc`);
}
