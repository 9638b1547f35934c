import type { Db } from '../../../../platform/database/db.ts';
import { join, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Game } from '../game.types.ts';
import type { Stream } from '../streams.ts';

/** How many rows one user adds within a day at most: an opening of a hundred cases has a hundred nonces. */
const MAX_ROWS_PER_DAY = 500;

/** What says which roll would have given what, as the leaf has it. */
type RefusedTerms = readonly (string | number | null)[];

/** Rolls that a play would have taken. */
export interface RefusedRolls {
  stream: Stream;
  /** Null: the next nonce of the user. */
  firstNonce: number | null;
  count: number;
  terms: RefusedTerms;
}

interface NewRefusal {
  userId: Id<'user'>;
  clientSeed: string;
  code: string;
  game: string;
  rolls: readonly RefusedRolls[];
  at: Date;
}

/** Only of nonces whose hash was shown: without one nobody could say later what the play would have given. */
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

export interface RefusedPlay {
  id: string;
  stream: string;
  serverSeedHash: string;
  nonce: number;
  clientSeed: string;
  code: string;
  at: Date;
  game: string;
  terms: RefusedTerms;
  /** Of the roll that took the nonce later; null until then. */
  serverSeed: string | null;
}

interface RefusedRow extends Omit<RefusedPlay, 'nonce' | 'terms'> {
  nonce: string;
  terms: string;
}

interface RefusedQuery {
  after: string;
  limit: number;
  serverSeedHash: string | null;
}

/** In the order in which they were written. The seed of each is looked up in every game by its stream and nonce. */
export async function listRefusedPlays(
  db: Db,
  games: readonly Game[],
  { after, limit, serverSeedHash }: RefusedQuery,
): Promise<RefusedPlay[]> {
  const isAsked = serverSeedHash === null ? sql`` : sql`and server_seed_hash = ${serverSeedHash}`;
  const rolls = join(
    games.flatMap(({ seedAt }) => seedAt?.(sql`refused.stream`, sql`refused.nonce`) ?? []),
    ' union all ',
  );
  const rows = await db.query<RefusedRow>(sql`
    select id, stream, server_seed_hash, nonce, client_seed, code, created_at as at, game,
      terms, server_seed
    from (select * from refused_plays where id > ${after} ${isAsked} order by id limit ${limit}) refused
    left join lateral (${rolls} limit 1) rolled on true
    order by id`);
  return rows.map(({ nonce, terms, ...row }) => ({ ...row, nonce: Number(nonce), terms: JSON.parse(terms) }));
}
