import type { Db } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { addDays, type Day, dayStart } from '../../../platform/days.ts';
import type { Id } from '../../../platform/ids.ts';
import { type Drop, readDrops } from '../drops/index.ts';
import type { ShowingGame, WagerGame } from '../rolls/index.ts';

export type ProfiledGame = WagerGame & ShowingGame;

/** The stored days tell the first nonce, so no older history is read. */
export async function listBestWins(
  db: Db,
  games: readonly ProfiledGame[],
  { userId, first, until }: { userId: Id<'user'>; first: Day; until: Date },
  limit: number,
): Promise<Drop[]> {
  const lastBefore = sql`
    (select coalesce(max(last_nonce), 0) from user_days where user_id = ${userId} and day < ${addDays(first, -1)})`;
  const wins = await readDrops(
    db,
    games.map(({ name, drops, stakes }) => {
      const own = sql`
        select ${name}::text as game, won.* from (${drops}) won
        where user_id = ${userId} and created_at >= ${dayStart(first)} and created_at < ${until}`;
      const bounded = stakes.figures.takesNoncesAhead ? own : sql`${own} and nonce > ${lastBefore}`;
      return sql`${bounded} order by item_value_cents desc, id desc limit ${limit}`;
    }),
  );
  return wins.toSorted((one, other) => Number(other.itemValueCents - one.itemValueCents)).slice(0, limit);
}
