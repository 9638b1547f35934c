import type { Db, Tx } from '../../../platform/database/db.ts';
import { join, type Sql, sql } from '../../../platform/database/sql.ts';
import { addDays, DAY_TIME_ZONE, type Day, dayOf, dayStart, parseDay } from '../../../platform/days.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import { rolledDays } from '../../../platform/roll-ups/roll-ups.ts';
import type { ShowingGame, WagerGame } from '../rolls/index.ts';

export interface UserFigures {
  games: ReadonlyMap<string, { plays: number; playsWon: number }>;
  wageredCents: Cents;
  wonCents: Cents;
  bestWinCents: Cents;
  itemsAvailable: number;
}

interface FiguresRow extends Record<'plays' | 'playsWon' | 'itemsAvailable', string> {
  /** It is null where nothing was played. */
  game: string | null;
  wageredCents: Cents;
  wonCents: Cents;
  bestWinCents: Cents;
}

/** One statement adds later plays to the stored days, so that each day is counted once. */
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
  const sumOf = (of: 'wageredCents' | 'wonCents') => rows.reduce((sum, row) => sum + row[of], 0n);
  return {
    games: new Map(
      rows.flatMap(({ game, plays, playsWon }) =>
        game === null ? [] : [[game, { plays: Number(plays), playsWon: Number(playsWon) }]],
      ),
    ),
    wageredCents: sumOf('wageredCents'),
    wonCents: sumOf('wonCents'),
    bestWinCents: rows.reduce((best, { bestWinCents }) => (bestWinCents > best ? bestWinCents : best), 0n),
    itemsAvailable: Number(rows[0]?.itemsAvailable ?? 0),
  };
}

/**
 * Unplayed stakes are included. `sales` each select user_id, wagered_cents and won_cents of stakes without a play, such
 * as tickets.
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
    tx.query<{ wageredCents: Cents | null; wonCents: Cents | null }>(sql`
      select sum(wagered_cents) as wagered_cents, sum(won_cents) as won_cents from (${join(
        [sql`select wagered_cents, 0 as won_cents from accounts where user_id = ${userId}`, ...sold],
        ' union all ',
      )}) staked`),
  ]);
  const [row] = rows;
  return { wageredCents: row?.wageredCents ?? 0n, wonCents: figures.wonCents + (row?.wonCents ?? 0n) };
}

export interface UserDay {
  day: Day;
  game: string;
  plays: number;
  playsWon: number;
  wageredCents: Cents;
  wonCents: Cents;
}

type UserDayRow = Omit<UserDay, 'day' | 'plays' | 'playsWon'> & Record<'day' | 'plays' | 'playsWon', string>;

/** Days without a play are absent. It is one statement, as above. */
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
  return rows.map((row) => ({
    ...row,
    day: parseDay(row.day),
    plays: Number(row.plays),
    playsWon: Number(row.playsWon),
  }));
}

/** Returns the total of the game's history; null without such a user. */
export async function countPlays(db: Db | Tx, userId: Id<'user'>, game: WagerGame): Promise<number | null> {
  const rows = await db.query<{ count: string }>(sql`
    with ${countedRolls(userId)}
    select (select coalesce(sum(plays), 0) from user_days where user_id = ${userId} and game = ${game.name})
      + (select count(*) from (${playsSince(game, userId)}) play) as count
    from accounts where user_id = ${userId}`);
  return rows[0] === undefined ? null : Number(rows[0].count);
}

/** Nonces rise with time, so plays after the stored days are found by nonce, without reading the history. */
const countedRolls = (userId: Id<'user'>): Sql => sql`
  counted as materialized (
    select last_nonce, accounts.nonce - last_nonce as since
    from accounts, (select coalesce(max(last_nonce), 0) as last_nonce from user_days where user_id = ${userId}) days
    where accounts.user_id = ${userId})`;

/**
 * The limit is the number of rolls since then: it cuts nothing off, but makes PostgreSQL use the index. Plays of nonces that
 * were taken ahead are found by their time, after the last rolled-up day.
 */
const playsSince = ({ stakes: { plays, figures } }: WagerGame, userId: Id<'user'>): Sql =>
  figures.takesNoncesAhead
    ? sql`
        select * from (${plays}) play where user_id = ${userId} and created_at >= (
          select case when ends_at < 'infinity' then ends_at else '-infinity' end from (${rolledDays}) days)`
    : sql`
        select * from (${plays}) play where user_id = ${userId} and nonce > (select last_nonce from counted)
        order by nonce limit (select since from counted)`;

export const salesFrom =
  (sales: Sql) =>
  (userId: Id<'user'>, first: Day): Sql =>
    sql`select * from (${sales}) sale where user_id = ${userId} and created_at >= ${dayStart(first)}`;

/**
 * The stored days tell the first nonce, so no older history is read. One more day is read, because of two plays around
 * midnight the one with the lower nonce may be the later one.
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

export type PlaysFrom = (userId: Id<'user'>, first: Day) => Sql;

export interface SessionPlay {
  startedAt: Date;
  plays: number;
  wageredCents: Cents;
  wonCents: Cents;
}

/** At most a week is read, as long as a session lasts. Returns null if it has just ended. */
export async function readSessionPlay(
  db: Db,
  { userId, sessionId }: { userId: Id<'user'>; sessionId: string },
  plays: readonly PlaysFrom[],
): Promise<SessionPlay | null> {
  const [session] = await db.query<{ startedAt: Date }>(
    sql`select created_at as started_at from sessions where id = ${sessionId}`,
  );
  if (session === undefined) return null;
  const { startedAt } = session;
  const played = plays.map(
    (each) => sql`select created_at, wagered_cents, won_cents from (${each(userId, dayOf(startedAt))}) play`,
  );
  const [sums] = await db.query<{ plays: string; wageredCents: Cents; wonCents: Cents }>(sql`
    select count(*) filter (where wagered_cents > 0) as plays, coalesce(sum(wagered_cents), 0) as wagered_cents,
      coalesce(sum(won_cents), 0) as won_cents
    from (${join(played, ' union all ')}) play where created_at >= ${startedAt}`);
  return {
    startedAt,
    plays: Number(sums?.plays ?? 0),
    wageredCents: sums?.wageredCents ?? 0n,
    wonCents: sums?.wonCents ?? 0n,
  };
}

export type ProfiledGame = WagerGame & ShowingGame;

export interface WinsRange {
  userId: Id<'user'>;
  first: Day;
  until: Date;
}

/** The stored days tell the first nonce, so no older history is read. */
export function bestWins(
  { name, drops, stakes }: ProfiledGame,
  { userId, first, until }: WinsRange,
  limit: number,
): Sql {
  const lastBefore = sql`
    (select coalesce(max(last_nonce), 0) from user_days where user_id = ${userId} and day < ${addDays(first, -1)})`;
  const own = sql`
    select ${name}::text as game, won.* from (${drops}) won
    where user_id = ${userId} and created_at >= ${dayStart(first)} and created_at < ${until}`;
  const bounded = stakes.figures.takesNoncesAhead ? own : sql`${own} and nonce > ${lastBefore}`;
  return sql`${bounded} order by item_value_cents desc, id desc limit ${limit}`;
}
