import type { Db, Tx } from '../../../platform/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { sql } from '../../../platform/sql.ts';
import type { CommittedSeed, SeedAsk, SeedPair } from './commitments.types.ts';

interface CommitmentRow {
  nonce: string;
  serverSeedHash: string;
  isNew: boolean;
}

interface Committed {
  clientSeed: string | null;
  nextNonce: number;
  commitments: { nonce: number; serverSeedHash: string; isNew: boolean }[];
}

/**
 * Commits the user to the given seeds for the next nonces, where there is no commitment yet; gives all of them. Two
 * statements sent together: the second must see what was committed until the first had the lock. Null for an unknown
 * user. The account stays locked, so that no nonce is played meanwhile.
 */
export async function commitSeeds(tx: Tx, userId: Id<'user'>, seeds: readonly SeedPair[]): Promise<Committed | null> {
  const [accounts, rows] = await Promise.all([
    tx.query<{ nonce: string; clientSeed: string | null }>(sql`
      select nonce, client_seed as "clientSeed" from accounts join users on users.id = user_id
      where user_id = ${userId} for update of accounts`),
    tx.query<CommitmentRow>(sql`
      with wanted as materialized (
        select user_id, accounts.nonce + place as nonce, server_seed, server_seed_hash
        from accounts, unnest(
          ${seeds.map(({ serverSeed }) => serverSeed)}::text[],
          ${seeds.map(({ serverSeedHash }) => serverSeedHash)}::text[]
        ) with ordinality as given (server_seed, server_seed_hash, place)
        where user_id = ${userId}
      ), created as (
        insert into commitments (user_id, nonce, server_seed, server_seed_hash)
        select user_id, nonce, server_seed, server_seed_hash from wanted
        on conflict (user_id, nonce) do nothing
        returning nonce, server_seed_hash
      )
      select nonce, server_seed_hash as "serverSeedHash", true as "isNew" from created
      union all
      select known.nonce, known.server_seed_hash, false from commitments known join wanted using (user_id, nonce)
      order by nonce`),
  ]);
  const account = accounts[0];
  if (account === undefined) return null;
  return {
    clientSeed: account.clientSeed,
    nextNonce: Number(account.nonce) + 1,
    commitments: rows.map((row) => ({ ...row, nonce: Number(row.nonce) })),
  };
}

interface CommittedRow extends CommittedSeed {
  userId: Id<'user'>;
  nonce: string;
}

/** The seeds committed to for these nonces, as far as there are any. */
export function findCommittedSeeds(tx: Tx, asks: readonly SeedAsk[]): Promise<CommittedRow[]> {
  // Lateral, so that it is a look-up for each user whatever the statistics say of the table.
  return tx.query<CommittedRow>(sql`
    select ask.user_id as "userId", nonce, server_seed as "serverSeed", server_seed_hash as "serverSeedHash",
      committed_at::text as "committedAt"
    from unnest(
      ${asks.map(({ userId }) => userId)}::bigint[], ${asks.map(({ firstNonce }) => firstNonce)}::bigint[],
      ${asks.map(({ count }) => count)}::bigint[]
    ) as ask (user_id, first_nonce, count)
    cross join lateral (
      select nonce, server_seed, server_seed_hash, committed_at from commitments
      where user_id = ask.user_id and nonce >= first_nonce and nonce < first_nonce + count
      order by nonce limit ask.count
    ) known`);
}

/** The hash that was shown for a nonce; null where nobody asked before it was played. */
export async function findCommittedHash(db: Db | Tx, userId: Id<'user'>, nonce: number): Promise<string | null> {
  const rows = await db.query<{ hash: string }>(
    sql`select server_seed_hash as hash from commitments where user_id = ${userId} and nonce = ${nonce}`,
  );
  return rows[0]?.hash ?? null;
}
