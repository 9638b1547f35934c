import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { SeedAsk, StoredCommitment } from './commitments.types.ts';
import type { Stream } from './streams.ts';

interface LockedNonce {
  nonce: number;
  clientSeed: string | null;
}

/** Locks the user's account, so that no nonce is played meanwhile, and gives the last that was; null for nobody. */
export async function lockNonce(tx: Tx, userId: Id<'user'>): Promise<LockedNonce | null> {
  const rows = await tx.query<{ nonce: string; clientSeed: string | null }>(sql`
    select nonce, client_seed as "clientSeed" from accounts join users on users.id = user_id
    where user_id = ${userId} for update of accounts`);
  const row = rows[0];
  return row === undefined ? null : { nonce: Number(row.nonce), clientSeed: row.clientSeed };
}

/** A seed that is stored without being readable, the hash that binds the server to it, and the roll that it is for. */
interface SealedPair {
  stream: Stream;
  nonce: number;
  sealedSeed: Buffer;
  serverSeedHash: string;
}

/**
 * Commits to the given seeds where there is no commitment yet; tells how many these are. Who calls holds what keeps these
 * nonces from being played meanwhile.
 */
export async function insertCommitments(tx: Tx, keyId: string, seeds: readonly SealedPair[]): Promise<number> {
  const rows = await tx.query<{ count: number }>(sql`
    with created as (
      insert into commitments (stream, nonce, sealed_seed, key_id, server_seed_hash)
      select stream, nonce, sealed_seed, ${keyId}, server_seed_hash
      from unnest(
        ${seeds.map(({ stream }) => stream)}::text[], ${seeds.map(({ nonce }) => nonce)}::bigint[],
        ${seeds.map(({ sealedSeed }) => sealedSeed)}::bytea[],
        ${seeds.map(({ serverSeedHash }) => serverSeedHash)}::text[]
      ) as given (stream, nonce, sealed_seed, server_seed_hash)
      on conflict (stream, nonce) do nothing
      returning nonce
    )
    select count(*)::int as count from created`);
  return rows[0]?.count ?? 0;
}

interface CommittedRow extends StoredCommitment {
  serverSeedHash: string;
  committedAt: string;
}

/** The seeds committed to for these nonces, as far as there are any. */
export function findCommittedSeeds(tx: Tx, asks: readonly SeedAsk[]): Promise<CommittedRow[]> {
  // Lateral, so that it is a look-up for each stream whatever the statistics say of the table.
  return tx.query<CommittedRow>(sql`
    select ask.stream, nonce, server_seed as "serverSeed", sealed_seed as "sealedSeed", key_id as "keyId",
      server_seed_hash as "serverSeedHash", committed_at::text as "committedAt"
    from unnest(
      ${asks.map(({ stream }) => stream)}::text[], ${asks.map(({ firstNonce }) => firstNonce)}::bigint[],
      ${asks.map(({ count }) => count)}::bigint[]
    ) as ask (stream, first_nonce, count)
    cross join lateral (
      select nonce, server_seed, sealed_seed, key_id, server_seed_hash, committed_at from commitments
      where stream = ask.stream and nonce >= first_nonce and nonce < first_nonce + count
      order by nonce limit ask.count
    ) known`);
}

/** The hash that was shown for a nonce; null where nobody asked before it was played. */
export async function findCommittedHash(db: Db | Tx, stream: Stream, nonce: number): Promise<string | null> {
  const rows = await db.query<{ hash: string }>(
    sql`select server_seed_hash as hash from commitments where stream = ${stream} and nonce = ${nonce}`,
  );
  return rows[0]?.hash ?? null;
}

/** Records that nonces which were taken will never be rolled. Only a gap that is recorded is lawful. */
export async function skipNonces(tx: Tx, gaps: readonly SeedAsk[], reason: string): Promise<void> {
  await tx.query(sql`
    insert into skipped_nonces (stream, first_nonce, last_nonce, reason)
    select stream, first_nonce, first_nonce + count - 1, ${reason}
    from unnest(
      ${gaps.map(({ stream }) => stream)}::text[], ${gaps.map(({ firstNonce }) => firstNonce)}::bigint[],
      ${gaps.map(({ count }) => count)}::bigint[]
    ) as gap (stream, first_nonce, count)`);
}
