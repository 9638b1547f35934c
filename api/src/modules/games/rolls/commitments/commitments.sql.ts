import type { Db, Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { splitSeeds } from '../../../../platform/secrets/split-seeds.ts';
import type { NonceRange } from '../roll.types.ts';
import type { Stream } from '../streams.ts';
import type { Run } from './runs.ts';
import type { StoredSeeds } from './sealed-seeds.ts';

/** How many nonces a run has at most: no run that ends later reaches back to a nonce that is looked for. */
export const MAX_RUN = 100;

interface LockedNonce {
  nonce: number;
  clientSeed: string | null;
}

/** Locks the user's account, so that no nonce is played meanwhile, and gives the last that was; null for nobody. */
export async function lockNonce(tx: Tx, userId: Id<'user'>): Promise<LockedNonce | null> {
  const rows = await tx.query<{ nonce: string; clientSeed: string | null }>(sql`
    select nonce, client_seed from accounts join users on users.id = user_id
    where user_id = ${userId} for update of accounts`);
  const row = rows[0];
  return row === undefined ? null : { nonce: Number(row.nonce), clientSeed: row.clientSeed };
}

/** Hashes that bind the server to seeds, with these as they are stored. */
interface SealedRun extends Run<string> {
  sealedSeeds: Buffer;
}

/**
 * Commits to the runs of which no nonce is committed to, and returns these. Who calls holds what keeps their nonces from being
 * played meanwhile.
 */
export async function insertRuns<Each extends SealedRun>(
  tx: Tx,
  keyId: string,
  runs: readonly Each[],
): Promise<Each[]> {
  const rows = await tx.query<{ firstHash: string }>(sql`
    insert into commitment_runs (stream, first_nonce, sealed_seeds, key_id, server_seed_hashes)
    select stream, first_nonce, sealed_seeds, ${keyId}, decode(server_seed_hashes, 'hex')
    from unnest(
      ${runs.map(({ stream }) => stream)}::text[], ${runs.map(({ firstNonce }) => firstNonce)}::bigint[],
      ${runs.map(({ sealedSeeds }) => sealedSeeds)}::bytea[],
      ${runs.map(({ values: hashes }) => hashes.join(''))}::text[]
    ) as given (stream, first_nonce, sealed_seeds, server_seed_hashes)
    on conflict do nothing
    returning encode(substring(server_seed_hashes for 32), 'hex') as first_hash`);
  // By a hash, which distinguishes ours from what another has written for the same nonce.
  const written = new Set(rows.map(({ firstHash }) => firstHash));
  return runs.filter(({ values: hashes }) => written.has(hashes[0] as string));
}

/** Hashes that the server is bound to, and the seeds as they are stored. */
export interface CommittedRun extends Run<string>, StoredSeeds {
  committedAt: string;
}

interface RunRow extends Omit<CommittedRun, 'firstNonce' | 'values'> {
  firstNonce: string;
  hashes: string;
}

/** The runs that hold any of these nonces, by ask and then by nonce. */
export async function findRuns(tx: Tx, asks: readonly NonceRange[]): Promise<CommittedRun[]> {
  // Lateral, so that it is a look-up for each stream whatever the statistics say of the table.
  const rows = await tx.query<RunRow>(sql`
    select ask.stream, known.first_nonce, server_seed, sealed_seeds,
      key_id, encode(server_seed_hashes, 'hex') as hashes, committed_at::text as committed_at
    from unnest(
      ${asks.map(({ stream }) => stream)}::text[], ${asks.map(({ firstNonce }) => firstNonce)}::bigint[],
      ${asks.map(({ count }) => count)}::bigint[]
    ) as ask (stream, first_nonce, count)
    cross join lateral (
      select run.first_nonce, server_seed, sealed_seeds, key_id, server_seed_hashes, committed_at from commitment_runs run
      where stream = ask.stream and last_nonce >= ask.first_nonce
        and last_nonce < ask.first_nonce + ask.count + ${MAX_RUN - 1} and run.first_nonce < ask.first_nonce + ask.count
      order by last_nonce limit ask.count
    ) known`);
  return rows.map(({ firstNonce, hashes, ...run }) => ({
    ...run,
    firstNonce: Number(firstNonce),
    values: splitSeeds(hashes),
  }));
}

/** The hash that was shown for a nonce; null where nobody asked before it was played. */
export async function findCommittedHash(db: Db | Tx, stream: Stream, nonce: number): Promise<string | null> {
  const rows = await db.query<{ hash: string | null }>(sql`select committed_hashes(${stream}, ${nonce}, 1) as hash`);
  return rows[0]?.hash ?? null;
}

/** Records that nonces which were taken will never be rolled. Only a gap that is recorded is lawful. */
export async function skipNonces(tx: Tx, gaps: readonly NonceRange[], reason: string): Promise<void> {
  await tx.query(sql`
    insert into skipped_nonces (stream, first_nonce, last_nonce, reason)
    select stream, first_nonce, first_nonce + count - 1, ${reason}
    from unnest(
      ${gaps.map(({ stream }) => stream)}::text[], ${gaps.map(({ firstNonce }) => firstNonce)}::bigint[],
      ${gaps.map(({ count }) => count)}::bigint[]
    ) as gap (stream, first_nonce, count)`);
}
