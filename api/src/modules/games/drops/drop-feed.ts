import { setTimeout as wait } from 'node:timers/promises';
import { cached } from '../../../platform/batches/cached.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db, Tx } from '../../../platform/database/db.ts';
import { join, lookUp, type Sql, sql } from '../../../platform/database/sql.ts';
import { dayOf, dayStart } from '../../../platform/days.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { defineEvent, type Push } from '../../../platform/realtime/events.ts';
import { written } from '../../../platform/record.ts';
import type { ShowDrops, ShowingGame } from '../rolls/index.ts';
import { type Drop, Drops, dropView, type WonDrop } from './drops.records.ts';

/** Nobody can look at more, so only the newest of a burst are shown. */
const MOST_AT_ONCE = 50;

export const dropLive = defineEvent({
  name: 'drop:live',
  audience: 'everybody',
  description:
    'Somebody has won something in a case or a battle. The first drop is sent at once and what follows at most four times a second, as a list ' +
    `with the newest first; of a burst only the newest ${MOST_AT_ONCE} are sent. \`GET /api/live-drops/recent\` has what ` +
    'came before.',
  payload: Drops,
});

const quarterOfASecond = () => wait(250, undefined, { ref: false });

interface FeedDeps {
  db: Db;
  shown: readonly ShowingGame[];
  push: Pick<Push, 'toAll'>;
  logger: Logger;
  pause?: () => Promise<unknown>;
}

/**
 * The first drop is shown at once, and later ones every quarter of a second as one event: the work of the sockets does
 * not grow with the drops. Only ids are kept, and drops are read when they are sent.
 */
export function createDropFeed({ db, shown, push, logger, pause = quarterOfASecond }: FeedDeps): ShowDrops {
  let waiting: WonDrop[] = [];
  let isPaused = false;

  async function flush(): Promise<void> {
    const won = waiting;
    waiting = [];
    try {
      const drops = await findDrops(db, shown, won);
      push.toAll(dropLive, written(Drops, { drops: drops.map(dropView) }));
    } catch (error) {
      logger.warn({ err: error }, 'Drops could not be shown');
    }
  }

  async function flushUnlessPaused(): Promise<void> {
    if (isPaused || waiting.length === 0) return;
    isPaused = true;
    flush();
    await pause();
    isPaused = false;
    flushUnlessPaused();
  }

  return (won) => {
    waiting = [...waiting, ...won].slice(-MOST_AT_ONCE);
    flushUnlessPaused();
  };
}

const MOST_SHOWN = 100;
const MAX_AGE_MS = 1_000;
const BIGGEST_MAX_AGE_MS = 10_000;

export interface RecentDrops {
  /** All three lists are at most 100 drops long; this one is at most a second old. */
  recent(): Promise<readonly Drop[]>;
  /** Their chance is at most 2 percent. */
  rare(): Promise<readonly Drop[]>;
  /** These are the most valuable of the day in São Paulo, at most ten seconds old. */
  biggest(): Promise<readonly Drop[]>;
}

interface RecentDropsDeps {
  db: Db;
  shown: readonly ShowingGame[];
  clock: Clock;
  maxAgeMs?: number;
}

/** The database is asked once a second, however many visitors there are. */
export function createRecentDrops({ db, shown, clock, maxAgeMs = MAX_AGE_MS }: RecentDropsDeps): RecentDrops {
  const recent = cached({ clock, maxAgeMs }, () => listRecentDrops(db, shown, MOST_SHOWN));
  const rare = cached({ clock, maxAgeMs }, () => listRareDrops(db, shown, MOST_SHOWN));
  const biggest = cached({ clock, maxAgeMs: BIGGEST_MAX_AGE_MS }, () =>
    listBiggestDrops(db, shown, dayStart(dayOf(clock.now())), MOST_SHOWN),
  );
  return { recent: recent.get, rare: rare.get, biggest: biggest.get };
}

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
const listRecentDrops = async (db: Db | Tx, games: readonly ShowingGame[], limit: number) =>
  (await readDrops(db, newestOf(games, limit, sql``))).slice(0, limit);

/** The bound is a literal, because the index made for it could not be used otherwise. */
const listRareDrops = async (db: Db | Tx, games: readonly ShowingGame[], limit: number) =>
  (await readDrops(db, newestOf(games, limit, sql`where chance_width <= 200000`))).slice(0, limit);

async function listBiggestDrops(db: Db | Tx, games: readonly ShowingGame[], since: Date, limit: number) {
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

const findDrops = (db: Db | Tx, games: readonly ShowingGame[], won: readonly WonDrop[]) =>
  readDrops(
    db,
    games.map(({ name, drops }) => {
      const ids = won.flatMap((each) => (each.game === name ? [each.id] : []));
      return sql`select ${name}::text as game, won.* from (${drops}) won where won.id = any(${ids}::bigint[])`;
    }),
  );
