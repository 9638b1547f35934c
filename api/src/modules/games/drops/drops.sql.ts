import type { Db, Tx } from '../../../platform/database/db.ts';
import { join, lookUp, type Sql, sql } from '../../../platform/database/sql.ts';
import type { ShowingGame } from '../rolls/index.ts';
import type { Drop, WonDrop } from './drops.records.ts';

export function readDrops(db: Db | Tx, drops: readonly Sql[]): Promise<Drop[]> {
  return db.query<Drop>(sql`
    select game, won.id, won.user_id, username, avatar_url, won.case_id, cases.name as case_name,
      case_versions.number as version_number, item_id, items.name as item_name,
      items.image_url as item_image_url, items.rarity as item_rarity, item_value_cents,
      chance_width, battle_id, won.created_at
    from (${join(
      drops.map((each) => sql`(${each})`),
      ' union all ',
    )}) won
    ${lookUp('users', 'won.user_id')} ${lookUp('cases', 'won.case_id')} ${lookUp('items', 'won.item_id')}
    ${lookUp('case_versions', 'won.version_id')}
    order by won.created_at desc, game, won.id desc`);
}

/** Each game gives the full number, because only together they show which drops are the newest. */
const newestOf = (games: readonly ShowingGame[], limit: number, which: Sql) =>
  games.map(
    ({ name, drops }) =>
      sql`select ${name}::text as game, won.* from (${drops}) won ${which} order by won.id desc limit ${limit}`,
  );

/** Everybody's, newest first. */
export const listRecentDrops = async (db: Db | Tx, games: readonly ShowingGame[], limit: number) =>
  (await readDrops(db, newestOf(games, limit, sql``))).slice(0, limit);

/** The bound is a literal, because the index made for it could not be used otherwise. */
export const listRareDrops = async (db: Db | Tx, games: readonly ShowingGame[], limit: number) =>
  (await readDrops(db, newestOf(games, limit, sql`where chance_width <= 200000`))).slice(0, limit);

export async function listBiggestDrops(db: Db | Tx, games: readonly ShowingGame[], since: Date, limit: number) {
  const biggest = await readDrops(
    db,
    games.map(
      ({ name, drops }) => sql`
        select ${name}::text as game, won.* from (${drops}) won where won.created_at >= ${since}
        order by item_value_cents desc, won.id desc limit ${limit}`,
    ),
  );
  return biggest.toSorted((one, other) => Number(other.itemValueCents - one.itemValueCents)).slice(0, limit);
}

export const findDrops = (db: Db | Tx, games: readonly ShowingGame[], won: readonly WonDrop[]) =>
  readDrops(
    db,
    games.map(({ name, drops }) => {
      const ids = won.flatMap((each) => (each.game === name ? [each.id] : []));
      return sql`select ${name}::text as game, won.* from (${drops}) won where won.id = any(${ids}::bigint[])`;
    }),
  );
