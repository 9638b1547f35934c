import type { Db, Tx } from '../platform/database/db.ts';
import { sql } from '../platform/database/sql.ts';
import { DAY_TIME_ZONE } from '../platform/days.ts';
import type { Id } from '../platform/ids.ts';
import type { Player } from './history.types.ts';

/** Far from every account that the sandbox offers to log in with. */
const FIRST_ACCOUNT = 9_000_000_001;

/** Of who comes first, whatever becomes of the history. */
export const FIRST_PLATFORM_ID = `7656119${FIRST_ACCOUNT}`;

type NewPlayer = Pick<Player, 'username' | 'joinedMs' | 'clientSeed'>;

/** Users as of the day they came, who have said how old they are. Gives the ids in their order. */
export async function insertPlayers(tx: Tx, players: readonly NewPlayer[], firstPlace: number): Promise<Id<'user'>[]> {
  const rows = await tx.query<{ id: Id<'user'> }>(sql`
    with created as (
      insert into users (platform_id, username, client_seed, created_at, last_active_at)
      select '7656119' || (${FIRST_ACCOUNT + firstPlace - 1}::bigint + place), username, client_seed,
        to_timestamp(joined_ms / 1000.0), to_timestamp(joined_ms / 1000.0)
      from unnest(
        ${players.map(({ username }) => username)}::text[], ${players.map(({ clientSeed }) => clientSeed)}::text[],
        ${players.map(({ joinedMs }) => joinedMs)}::bigint[]
      ) with ordinality as given (username, client_seed, joined_ms, place)
      order by place
      returning id, created_at
    ), confirmed as (
      insert into age_confirmations (user_id, confirmed_at) select id, created_at from created
    )
    select id from created order by id`);
  return rows.map(({ id }) => id);
}

/** That players were there at moments, for the figures of who was active. */
export async function insertActivity(tx: Tx, seen: readonly { player: Player; atMs: number }[]): Promise<void> {
  await tx.query(sql`
    insert into user_activity (day, user_id)
    select distinct (to_timestamp(at_ms / 1000.0) at time zone ${DAY_TIME_ZONE}::text)::date, user_id
    from unnest(
      ${seen.map(({ player }) => player.id)}::bigint[], ${seen.map(({ atMs }) => atMs)}::bigint[]
    ) as given (user_id, at_ms)
    on conflict do nothing`);
}

export async function updateLastActivity(tx: Tx, players: readonly Player[]): Promise<void> {
  await tx.query(sql`
    update users set last_active_at = to_timestamp(at_ms / 1000.0)
    from unnest(
      ${players.map(({ id }) => id)}::bigint[], ${players.map(({ busyUntilMs }) => busyUntilMs)}::bigint[]
    ) as given (id, at_ms)
    where users.id = given.id`);
}

/** What use cases have left of players, who are told. */
export async function refreshPlayers(db: Db, players: readonly Player[]): Promise<void> {
  const byId = new Map(players.map((player) => [player.id, player]));
  const rows = await db.query<{ id: Id<'user'>; balanceCents: string; nonce: string }>(sql`
    select user_id as id, balance_cents as "balanceCents", nonce from accounts
    where user_id = any(${[...byId.keys()]}::bigint[])`);
  for (const { id, balanceCents, nonce } of rows) {
    Object.assign(byId.get(id) as Player, { balanceCents: BigInt(balanceCents), nonce: Number(nonce) });
  }
}
