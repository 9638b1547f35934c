import type { Db } from '../../../platform/database/db.ts';
import { join, lookUp, type Sql, sql } from '../../../platform/database/sql.ts';
import type { ListPart } from '../../../platform/lists.ts';
import type { Cents } from '../../../platform/money.ts';
import type {
  ActivityDay,
  ActivityTotals,
  Amount,
  BandFigures,
  CaseReturns,
  Days,
  Finances,
  ModeFigures,
  TypeFigures,
  UserFigures,
} from './analytics.records.ts';

// Figures of days belong to other modules, which give them as the selects of `StoredDays`.

/** Counts and other sums are read as text, cents as bigint. */
type Read<Row, Text extends keyof Row> = Omit<Row, Text> & Record<Text, string>;

/** The case with the highest stakes comes first. `worth` is that of the version `cases.current_version_id`. */
export async function listCaseReturns(db: Db, cases: Sql, worth: Sql): Promise<CaseReturns[]> {
  const rows = await db.query<Read<CaseReturns, 'plays' | 'wageredSquares' | 'wonSquares' | 'wageredWon'>>(sql`
    select played.*, cases.name, status, price_cents, ${worth} as worth_cents
    from (
      select case_id, sum(openings) as plays, sum(wagered_cents) as wagered_cents,
        sum(won_cents) as won_cents, sum(wagered_squares) as wagered_squares, sum(won_squares) as won_squares,
        sum(wagered_won) as wagered_won
      from (${cases}) opened group by case_id) played
    ${lookUp('cases', 'played.case_id')}
    order by wagered_cents desc, case_id`);
  return rows.map((row) => ({
    ...row,
    plays: Number(row.plays),
    wageredSquares: BigInt(row.wageredSquares),
    wonSquares: BigInt(row.wonSquares),
    wageredWon: BigInt(row.wageredWon),
  }));
}

export async function listModes(db: Db, battles: Sql): Promise<ModeFigures[]> {
  const rows = await db.query<Read<ModeFigures, 'battles' | 'botSeats'>>(sql`
    select mode, sum(battles) as battles, sum(wagered_cents) as wagered_cents, sum(won_cents) as won_cents,
      sum(bot_seats) as bot_seats, sum(bot_wagered_cents) as bot_wagered_cents, sum(bot_won_cents) as bot_won_cents
    from (${battles}) fought group by mode order by mode`);
  return rows.map((row) => ({ ...row, battles: Number(row.battles), botSeats: Number(row.botSeats) }));
}

export async function listBands(db: Db, bands: Sql): Promise<BandFigures[]> {
  const rows = await db.query<Read<BandFigures, 'upgrades' | 'upgradesWon' | 'chanceUnits'>>(sql`
    select band, sum(upgrades) as upgrades, sum(upgrades_won) as upgrades_won, sum(chance_units) as chance_units,
      sum(wagered_cents) as wagered_cents, sum(won_cents) as won_cents
    from (${bands}) tried group by band order by band`);
  return rows.map((row) => ({
    ...row,
    upgrades: Number(row.upgrades),
    upgradesWon: Number(row.upgradesWon),
    chanceUnits: BigInt(row.chanceUnits),
  }));
}

export async function listActivityDays(db: Db, came: Sql): Promise<ActivityDay[]> {
  const rows = await db.query<Read<ActivityDay, 'activeUsers' | 'newUsers' | 'retainedUsers'>>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, active_users, new_users, retained_users
    from (${came}) came order by came.day`);
  return rows.map(({ day, activeUsers, newUsers, retainedUsers }) => ({
    day,
    activeUsers: Number(activeUsers),
    newUsers: Number(newUsers),
    retainedUsers: Number(retainedUsers),
  }));
}

/** Counts each user once. Retained users were also active in the days before. */
export async function countActiveUsers(db: Db, days: Days, before: Days): Promise<Omit<ActivityTotals, 'newUsers'>> {
  const activeIn = ({ from, to }: Days) => sql`
    select distinct user_id from user_activity where day between ${from}::date and ${to}::date`;
  const rows = await db.query<Record<'users' | 'activeUsers' | 'retainedUsers', string>>(sql`
    select (select count(*) from users) as users, count(*) as active_users, count(earlier.user_id) as retained_users
    from (${activeIn(days)}) seen left join (${activeIn(before)}) earlier using (user_id)`);
  const { users, activeUsers, retainedUsers } = rows[0] as (typeof rows)[number];
  return { users: Number(users), activeUsers: Number(activeUsers), retainedUsers: Number(retainedUsers) };
}

export async function listTypeFigures(db: Db, games: Sql): Promise<TypeFigures[]> {
  const rows = await db.query<Read<TypeFigures, 'plays'>>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, game as type, plays, wagered_cents, won_cents
    from (${games}) played order by played.day, game`);
  return rows.map((row) => ({ ...row, plays: Number(row.plays) }));
}

/** The user who lost most comes first. `games` each select user_id, plays, wagered_cents and won_cents by day. */
export async function listUserFigures(
  db: Db,
  games: readonly Sql[],
  { limit, offset }: ListPart,
): Promise<{ users: UserFigures[]; total: number }> {
  const played = games.map((days) => sql`select user_id, plays, wagered_cents, won_cents from (${days}) figures`);
  const rows = await db.query<Read<UserFigures, 'plays'> & { total: string }>(sql`
    with played as materialized (
      select user_id, sum(plays) as plays, sum(wagered_cents) as wagered_cents, sum(won_cents) as won_cents
      from (${join(played, ' union all ')}) played group by user_id
    ), page as (
      select * from played order by wagered_cents - won_cents desc, user_id limit ${limit} offset ${offset})
    select total, user_id, username, plays, wagered_cents, won_cents
    from (select count(*) as total from played) counted
    left join (
      select page.*, username from page ${lookUp('users', 'page.user_id')}) page on true
    order by wagered_cents - won_cents desc, user_id`);
  const total = Number(rows[0]?.total ?? 0);
  // A page past the end is a total without users.
  const users = rows.filter(({ userId }) => userId !== null);
  return { total, users: users.map(({ total: _, ...row }) => ({ ...row, plays: Number(row.plays) })) };
}

/** Sums transfers of the days and present debts. Used, sold or withdrawn items are no debt. */
export async function readFinances(db: Db, booked: Sql): Promise<Finances> {
  const of = (type: string) => sql`
    select coalesce(sum(transfers), 0) as count, coalesce(sum(amount_cents), 0) as cents from booked where type = ${type}`;
  const parts: Readonly<Record<keyof Finances, Sql>> = {
    deposits: of('DEPOSIT'),
    withdrawals: of('WITHDRAWAL'),
    holdsMade: of('WITHDRAWAL_HOLD'),
    holdsReleased: of('WITHDRAWAL_RELEASE'),
    holdsOpen: sql`select count(*), coalesce(sum(amount_cents), 0) from holds where status = 'HELD'`,
    balances: sql`select count(*), coalesce(sum(balance_cents), 0) from accounts where balance_cents > 0`,
    inventory: sql`
      select coalesce(sum(held), 0), coalesce(sum(held * value_cents_brl), 0)
      from (
        select item_id, sum(count) as held from inventory_counts where status in ('AVAILABLE', 'LOCKED', 'IN_SWAP')
        group by item_id) stock
      left join items on items.id = item_id`,
  };
  const selects = Object.entries(parts).map(
    ([name, part]) => sql`select ${name}::text as name, part.* from (${part}) part`,
  );
  const rows = await db.query<{ name: keyof Finances; count: string; cents: Cents }>(sql`
    with booked as materialized (${booked}) ${join(selects, ' union all ')}`);
  const amounts = rows.map(({ name, count, cents }): [keyof Finances, Amount] => [
    name,
    { count: Number(count), cents },
  ]);
  return Object.fromEntries(amounts) as Record<keyof Finances, Amount>;
}
