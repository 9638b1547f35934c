import type { Db } from '../../../platform/database/db.ts';
import { join, lookUp, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Day } from '../../../platform/days.ts';
import type { ListPart } from '../../../platform/lists.ts';
import type {
  ActivityDay,
  ActivityTotals,
  Amount,
  BandFigures,
  CaseReturns,
  Finances,
  ModeFigures,
  TypeFigures,
  UserFigures,
} from './analytics.types.ts';

/** What days came to is asked of the modules, which keep it; it is handed in as the selects of `StoredDays`. */

interface Days {
  from: Day;
  to: Day;
}

/** A row as it is read: 64 bits and more come as text. */
type Read<Row> = { [Key in keyof Row]: Row[Key] extends string ? Row[Key] : string };

/** Cases that were opened, the one with most stakes first. `worth` is that of a version, of `cases.current_version_id`. */
export async function listCaseReturns(db: Db, cases: Sql, worth: Sql): Promise<CaseReturns[]> {
  const rows = await db.query<Read<CaseReturns> & { worthCents: bigint | null }>(sql`
    select played.*, cases.name, status, price_cents, ${worth} as worth_cents
    from (
      select case_id, sum(openings) as plays, sum(wagered_cents) as wagered_cents,
        sum(won_cents) as won_cents, sum(wagered_squares) as wagered_squares, sum(won_squares) as won_squares,
        sum(wagered_won) as wagered_won
      from (${cases}) opened group by case_id) played
    ${lookUp('cases', 'played.case_id')}
    order by wagered_cents desc, case_id`);
  return rows.map((row) => ({
    caseId: row.caseId,
    name: row.name,
    status: row.status,
    plays: Number(row.plays),
    priceCents: BigInt(row.priceCents),
    worthCents: row.worthCents === null ? null : BigInt(row.worthCents),
    wageredCents: BigInt(row.wageredCents),
    wonCents: BigInt(row.wonCents),
    wageredSquares: BigInt(row.wageredSquares),
    wonSquares: BigInt(row.wonSquares),
    wageredWon: BigInt(row.wageredWon),
  }));
}

export async function listModes(db: Db, battles: Sql): Promise<ModeFigures[]> {
  const rows = await db.query<Read<ModeFigures>>(sql`
    select mode, sum(battles) as battles, sum(wagered_cents) as wagered_cents, sum(won_cents) as won_cents,
      sum(bot_seats) as bot_seats, sum(bot_wagered_cents) as bot_wagered_cents, sum(bot_won_cents) as bot_won_cents
    from (${battles}) fought group by mode order by mode`);
  return rows.map((row) => ({
    mode: row.mode,
    battles: Number(row.battles),
    wageredCents: BigInt(row.wageredCents),
    wonCents: BigInt(row.wonCents),
    botSeats: Number(row.botSeats),
    botWageredCents: BigInt(row.botWageredCents),
    botWonCents: BigInt(row.botWonCents),
  }));
}

export async function listBands(db: Db, bands: Sql): Promise<BandFigures[]> {
  const rows = await db.query<Read<BandFigures>>(sql`
    select band, sum(upgrades) as upgrades, sum(upgrades_won) as upgrades_won, sum(chance_units) as chance_units,
      sum(wagered_cents) as wagered_cents, sum(won_cents) as won_cents
    from (${bands}) tried group by band order by band`);
  return rows.map((row) => ({
    band: Number(row.band),
    upgrades: Number(row.upgrades),
    upgradesWon: Number(row.upgradesWon),
    chanceUnits: BigInt(row.chanceUnits),
    wageredCents: BigInt(row.wageredCents),
    wonCents: BigInt(row.wonCents),
  }));
}

export async function listActivityDays(db: Db, came: Sql): Promise<ActivityDay[]> {
  const rows = await db.query<Read<ActivityDay>>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, active_users, new_users,
      retained_users
    from (${came}) came order by came.day`);
  return rows.map(({ day, activeUsers, newUsers, retainedUsers }) => ({
    day,
    activeUsers: Number(activeUsers),
    newUsers: Number(newUsers),
    retainedUsers: Number(retainedUsers),
  }));
}

/** Each user once, however many days. Retained is who was also there in the days before. */
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
  const rows = await db.query<Read<TypeFigures>>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, game as type, plays, wagered_cents, won_cents
    from (${games}) played order by played.day, game`);
  return rows.map(({ day, type, plays, wageredCents, wonCents }) => ({
    day,
    type,
    plays: Number(plays),
    wageredCents: BigInt(wageredCents),
    wonCents: BigInt(wonCents),
  }));
}

interface UserPage {
  users: UserFigures[];
  total: number;
}

/** Who brought the house most comes first. `games` each select user_id, plays, wagered_cents and won_cents by day. */
export async function listUserFigures(db: Db, games: readonly Sql[], { limit, offset }: ListPart): Promise<UserPage> {
  const rows = await db.query<Read<UserFigures> & { total: string }>(sql`
    with played as materialized (
      select user_id, sum(plays) as plays, sum(wagered_cents) as wagered_cents, sum(won_cents) as won_cents
      from (${join(games, ' union all ')}) played group by user_id
    ), page as (
      select * from played order by wagered_cents - won_cents desc, user_id limit ${limit} offset ${offset})
    select total, user_id, username, plays, wagered_cents, won_cents
    from (select count(*) as total from played) counted
    left join (
      select page.*, username from page ${lookUp('users', 'page.user_id')}) page on true
    order by wagered_cents - won_cents desc, user_id`);
  const total = Number(rows[0]?.total ?? 0);
  // A page past the end is a total without anybody.
  const users = rows.filter(({ userId }) => userId !== null);
  return {
    total,
    users: users.map(({ userId, username, plays, wageredCents, wonCents }) => ({
      userId,
      username,
      plays: Number(plays),
      wageredCents: BigInt(wageredCents),
      wonCents: BigInt(wonCents),
    })),
  };
}

/** What was booked in the days, and what is owed now. Items that are used up, sold or withdrawn are owed to nobody. */
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
  const rows = await db.query<{ name: keyof Finances; count: string; cents: bigint }>(sql`
    with booked as materialized (${booked}) ${join(selects, ' union all ')}`);
  const amounts = rows.map(({ name, count, cents }): [keyof Finances, Amount] => [
    name,
    { count: Number(count), cents: BigInt(cents) },
  ]);
  return Object.fromEntries(amounts) as Record<keyof Finances, Amount>;
}
