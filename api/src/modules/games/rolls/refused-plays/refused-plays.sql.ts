import type { Db } from '../../../../platform/database/db.ts';
import { join, type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Module } from '../../../../platform/module.ts';
import type { Game } from '../game.ts';
import { jsonMoment, jsonNumber, jsonText, leafSql } from '../leaves.sql.ts';
import type { RefusedRolls, StoredRefusal } from './refused-plays.records.ts';

/** An opening of a hundred cases has a hundred nonces. */
const MAX_ROWS_PER_DAY = 500;

interface NewRefusal {
  userId: Id<'user'>;
  clientSeed: string;
  code: string;
  game: string;
  rolls: readonly RefusedRolls[];
  at: Date;
}

/** Without a shown hash nobody could compute the result later. */
export async function insertRefusedPlays(db: Db, refusal: NewRefusal): Promise<void> {
  const { userId, clientSeed, code, game, rolls, at } = refusal;
  await db.query(sql`
    insert into refused_plays (user_id, stream, nonce, server_seed_hash, client_seed, code, game, terms, created_at)
    select ${userId}, stream, nonce, server_seed_hash, ${clientSeed}, ${code}, ${game}, terms, ${at}
    from (
      select stream, coalesce(first_nonce, next_nonce) as first_nonce, count, terms
      from unnest(
        ${rolls.map(({ stream }) => stream)}::text[], ${rolls.map(({ firstNonce }) => firstNonce)}::bigint[],
        ${rolls.map(({ count }) => count)}::bigint[], ${rolls.map(({ terms }) => JSON.stringify(terms))}::text[]
      ) as asked (stream, first_nonce, count, terms)
      cross join (select nonce + 1 as next_nonce from accounts where user_id = ${userId}) account
      cross join (
        select count(*) as rows_today
        from refused_plays where user_id = ${userId} and created_at > ${at}::timestamptz - interval '1 day') written
      where rows_today < ${MAX_ROWS_PER_DAY}
    ) refused
    cross join lateral generate_series(first_nonce, first_nonce + count - 1) nonce
    cross join lateral (select committed_hashes(stream, nonce, 1) as server_seed_hash) shown
    where server_seed_hash is not null
    on conflict do nothing`);
}

export function listRefusedPlays(
  db: Db,
  games: readonly Game[],
  { after, limit, serverSeedHash }: { after: string; limit: number; serverSeedHash: string | null },
): Promise<StoredRefusal[]> {
  const isAsked = serverSeedHash === null ? sql`` : sql`and server_seed_hash = ${serverSeedHash}`;
  const rolls = join(
    games.flatMap(({ seedAt }) => seedAt?.(sql`refused.stream`, sql`refused.nonce`) ?? []),
    ' union all ',
  );
  return db.query<StoredRefusal>(sql`
    select id, stream, server_seed_hash, nonce, client_seed, code, created_at as at, game, terms, server_seed
    from (select * from refused_plays where id > ${after} ${isAsked} order by id limit ${limit}) refused
    left join lateral (${rolls} limit 1) rolled on true
    order by id`);
}

const userOf = (stream: Sql): Sql => sql`substring(${stream} from '^user:([0-9]+)$')::bigint`;

export const seedOfUserAt =
  (table: Sql, serverSeed: Sql = sql`server_seed`) =>
  (stream: Sql, nonce: Sql): Sql =>
    sql`select ${serverSeed} as server_seed from ${table} where user_id = ${userOf(stream)} and nonce = ${nonce}`;

const leaves = sql`
  select id, ${leafSql('REFUSALS', sql`id`, [
    jsonText(sql`server_seed_hash`),
    jsonNumber(sql`nonce`),
    jsonText(sql`client_seed`),
    jsonText(sql`code`),
    jsonMoment(sql`created_at`),
    jsonText(sql`game`),
    sql`terms`,
  ])} as leaf, false as may_come
  from refused_plays`;

/** The leaves do not name the player. */
export const REFUSALS = { kind: 'REFUSALS', table: 'refused_plays', leaves };

/** The rows stay when an account is closed: their public leaves name no user. */
export const refusedPlaysPersonalData: Required<Module<never>>['personalData'] = {
  refusedPlays: {
    key: 'id',
    rows: (userId) => sql`
      select id, stream, nonce, server_seed_hash, client_seed, code, game,
        terms::json as terms, created_at
      from refused_plays where user_id = ${userId}`,
  },
};
