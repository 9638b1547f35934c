import type { Db, Tx } from '../../../platform/database/db.ts';
import { join, type Sql, sql } from '../../../platform/database/sql.ts';
import { addDays, DAY_TIME_ZONE, type Day, dayStart, parseDay } from '../../../platform/days.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import { rolledDays } from '../../../platform/roll-ups/roll-ups.ts';
import type { WagerGame } from '../rolls/index.ts';

/** Of one user in one game, over all time. */
interface GameFigures {
  plays: number;
  playsWon: number;
}

/** Of one user, over all time. */
export interface UserFigures {
  /** What was never played is absent. */
  games: ReadonlyMap<string, GameFigures>;
  wageredCents: Cents;
  wonCents: Cents;
  bestWinCents: Cents;
  itemsAvailable: number;
}

interface FiguresRow extends Record<'plays' | 'playsWon' | 'wageredCents' | 'wonCents' | 'bestWinCents', string> {
  /** Null where nothing was played. */
  game: string | null;
  itemsAvailable: string;
}

/**
 * The days that are added up, and what was played after them. In one statement, so that a day that is being added up
 * meanwhile is counted once: either here or there.
 */
export async function readUserFigures(
  db: Db | Tx,
  userId: Id<'user'>,
  games: readonly WagerGame[],
): Promise<UserFigures> {
  const since = games.map(
    (each) => sql`
      select ${each.name} as game, count(*) as plays, count(*) filter (where is_won) as plays_won, sum(wagered_cents),
        sum(won_cents), max(won_cents)
      from (${playsSince(each, userId)}) play having count(*) > 0`,
  );
  const rows = await db.query<FiguresRow>(sql`
    with ${countedRolls(userId)}, figures (game, plays, plays_won, wagered_cents, won_cents, best_win_cents) as (
      select game, plays, plays_won, wagered_cents, won_cents, best_win_cents from user_days where user_id = ${userId}
      union all ${join(since, ' union all ')}
    ), by_game as (
      select game, sum(plays) as plays, sum(plays_won) as plays_won, sum(wagered_cents) as wagered_cents,
        sum(won_cents) as won_cents, max(best_win_cents) as best_win_cents
      from figures group by game)
    select game, coalesce(plays, 0) as plays, coalesce(plays_won, 0) as plays_won,
      coalesce(wagered_cents, 0) as wagered_cents, coalesce(won_cents, 0) as won_cents,
      coalesce(best_win_cents, 0) as best_win_cents, available as items_available
    from (
      select coalesce(sum(count), 0) as available from inventory_counts
      where user_id = ${userId} and status = 'AVAILABLE') stock
    left join by_game on true`);
  const sumOf = (of: 'wageredCents' | 'wonCents') => rows.reduce((sum, row) => sum + BigInt(row[of]), 0n);
  return {
    games: new Map(
      rows.flatMap(({ game, plays, playsWon }) =>
        game === null ? [] : [[game, { plays: Number(plays), playsWon: Number(playsWon) }]],
      ),
    ),
    wageredCents: sumOf('wageredCents'),
    wonCents: sumOf('wonCents'),
    bestWinCents: rows
      .map(({ bestWinCents }) => BigInt(bestWinCents))
      .reduce((best, each) => (each > best ? each : best), 0n),
    itemsAvailable: Number(rows[0]?.itemsAvailable ?? 0),
  };
}

/**
 * All that a user has ever staked, with what is not played yet, and won. `sales` each select user_id, wagered_cents and
 * won_cents of what is staked and is no play, such as tickets.
 */
export async function readInAll(
  tx: Tx,
  userId: Id<'user'>,
  games: readonly WagerGame[],
  sales: readonly Sql[],
): Promise<{ wageredCents: Cents; wonCents: Cents }> {
  const sold = sales.map((each) => sql`select wagered_cents, won_cents from (${each}) sale where user_id = ${userId}`);
  const [figures, rows] = await Promise.all([
    readUserFigures(tx, userId, games),
    tx.query<{ wageredCents: bigint; wonCents: bigint }>(sql`
      select sum(wagered_cents) as wagered_cents, sum(won_cents) as won_cents from (${join(
        [sql`select wagered_cents, 0 as won_cents from accounts where user_id = ${userId}`, ...sold],
        ' union all ',
      )}) staked`),
  ]);
  const [row] = rows;
  return { wageredCents: BigInt(row?.wageredCents ?? 0), wonCents: figures.wonCents + BigInt(row?.wonCents ?? 0) };
}

/** What a user has played of a game on a day. */
export interface UserDay {
  day: Day;
  game: string;
  plays: number;
  playsWon: number;
  wageredCents: Cents;
  wonCents: Cents;
}

type UserDayRow = Record<'day' | 'game' | 'plays' | 'playsWon' | 'wageredCents' | 'wonCents', string>;

/** From a day on, by day and game; days without a play are absent. One statement, as above. */
export async function listUserDays(
  db: Db,
  userId: Id<'user'>,
  games: readonly WagerGame[],
  first: Day,
): Promise<UserDay[]> {
  const since = games.map(
    (each) => sql`
      select (created_at at time zone ${DAY_TIME_ZONE})::date, ${each.name}, count(*), count(*) filter (where is_won),
        sum(wagered_cents), sum(won_cents)
      from (${playsSince(each, userId)}) play group by 1`,
  );
  const rows = await db.query<UserDayRow>(sql`
    with ${countedRolls(userId)}, figures (day, game, plays, plays_won, wagered_cents, won_cents) as (
      select day, game, plays, plays_won, wagered_cents, won_cents from user_days
      where user_id = ${userId} and day >= ${first}
      union all ${join(since, ' union all ')})
    select day::text as day, game, sum(plays) as plays, sum(plays_won) as plays_won,
      sum(wagered_cents) as wagered_cents, sum(won_cents) as won_cents
    from figures where day >= ${first} group by day, game order by day, game`);
  return rows.map(({ day, game, plays, playsWon, wageredCents, wonCents }) => ({
    day: parseDay(day),
    game,
    plays: Number(plays),
    playsWon: Number(playsWon),
    wageredCents: BigInt(wageredCents),
    wonCents: BigInt(wonCents),
  }));
}

/** How often a user has played a game; null where there is no such user. The total of the game's history. */
export async function countPlays(db: Db | Tx, userId: Id<'user'>, game: WagerGame): Promise<number | null> {
  const rows = await db.query<{ count: string }>(sql`
    with ${countedRolls(userId)}
    select (select coalesce(sum(plays), 0) from user_days where user_id = ${userId} and game = ${game.name})
      + (select count(*) from (${playsSince(game, userId)}) play) as count
    from accounts where user_id = ${userId}`);
  return rows[0] === undefined ? null : Number(rows[0].count);
}

/**
 * Nonces rise with time, so the rolls that the days have counted are those up to the last nonce of the days, and what was
 * played since is found by its nonce, without reading the history.
 */
const countedRolls = (userId: Id<'user'>): Sql => sql`
  counted as materialized (
    select last_nonce, accounts.nonce - last_nonce as since
    from accounts, (select coalesce(max(last_nonce), 0) as last_nonce from user_days where user_id = ${userId}) days
    where accounts.user_id = ${userId})`;

/**
 * The limit of rolls is how many there are since; it cuts nothing off, and makes the index be used whatever the statistics
 * say. Plays of nonces that were taken ahead are those of the days that are not added up, which follow those that are.
 */
const playsSince = ({ stakes: { plays, figures } }: WagerGame, userId: Id<'user'>): Sql =>
  figures.takesNoncesAhead
    ? sql`
        select * from (${plays}) play where user_id = ${userId} and created_at >= (
          select case when ends_at < 'infinity' then ends_at else '-infinity' end from (${rolledDays}) days)`
    : sql`
        select * from (${plays}) play where user_id = ${userId} and nonce > (select last_nonce from counted)
        order by nonce limit (select since from counted)`;

/** What a user has staked and won otherwise than in plays, from a day on. */
export const salesFrom =
  (sales: Sql) =>
  (userId: Id<'user'>, first: Day): Sql =>
    sql`select * from (${sales}) sale where user_id = ${userId} and created_at >= ${dayStart(first)}`;

/**
 * The plays of a user from a day on, a row for each. As above the days that are added up tell from which nonce on to look,
 * so that nothing of the years before is read. They are asked for one day less: of two plays about midnight the one with
 * the lower nonce may be the later one.
 */
export const playsFrom =
  ({ stakes: { plays, figures } }: WagerGame) =>
  (userId: Id<'user'>, first: Day): Sql => {
    const own = sql`select * from (${plays}) play where user_id = ${userId}`;
    const lastBefore = sql`
      (select coalesce(max(last_nonce), 0) from user_days where user_id = ${userId} and day < ${addDays(first, -1)})`;
    const found = figures.takesNoncesAhead
      ? own
      : sql`
          ${own} and nonce > ${lastBefore}
          order by nonce limit (select accounts.nonce - ${lastBefore} from accounts where user_id = ${userId})`;
    return sql`select * from (${found}) play where created_at >= ${dayStart(first)}`;
  };
