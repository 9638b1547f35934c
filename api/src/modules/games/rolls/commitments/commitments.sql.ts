import type { Db, Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Module } from '../../../../platform/module.ts';
import { splitSeeds } from '../../../../platform/secrets/split-seeds.ts';
import type { NonceRange, Run, Stream } from '../rolls.records.ts';
import type { StoredSeeds } from './sealed-seeds.ts';

/** A run that ends later than this after a nonce does not contain it. */
export const MAX_RUN = 100;

/** Locks the user's account, so that no nonce is played meanwhile; returns null without such a user. */
export async function lockNonce(
  tx: Tx,
  userId: Id<'user'>,
): Promise<{ nonce: number; clientSeed: string | null } | null> {
  const rows = await tx.query<{ nonce: string; clientSeed: string | null }>(sql`
    select nonce, client_seed from accounts join users on users.id = user_id
    where user_id = ${userId} for update of accounts`);
  const row = rows[0];
  return row === undefined ? null : { nonce: Number(row.nonce), clientSeed: row.clientSeed };
}

/**
 * Returns the new runs, of which no nonce was committed to. The caller holds a lock that keeps their nonces from being
 * played.
 */
export async function insertRuns<Each extends Run<string> & { sealedSeeds: Buffer }>(
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
  // A hash distinguishes our rows from those of another process for the same nonce.
  const written = new Set(rows.map(({ firstHash }) => firstHash));
  return runs.filter(({ values: hashes }) => written.has(hashes[0] as string));
}

export interface CommittedRun extends Run<string>, StoredSeeds {
  committedAt: string;
}

export async function findRuns(tx: Tx, asks: readonly NonceRange[]): Promise<CommittedRun[]> {
  // The lateral join makes it one look-up for each stream, whatever the statistics are.
  const rows = await tx.query<Omit<CommittedRun, 'firstNonce' | 'values'> & { firstNonce: string; hashes: string }>(sql`
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

/** Returns null if nobody asked before the play. */
export async function findCommittedHash(db: Db | Tx, stream: Stream, nonce: number): Promise<string | null> {
  const rows = await db.query<{ hash: string | null }>(sql`select committed_hashes(${stream}, ${nonce}, 1) as hash`);
  return rows[0]?.hash ?? null;
}

/** Records that taken nonces will never be rolled. Only a recorded gap is lawful. */
export async function skipNonces(tx: Tx, gaps: readonly NonceRange[], reason: string): Promise<void> {
  await tx.query(sql`
    insert into skipped_nonces (stream, first_nonce, last_nonce, reason)
    select stream, first_nonce, first_nonce + count - 1, ${reason}
    from unnest(
      ${gaps.map(({ stream }) => stream)}::text[], ${gaps.map(({ firstNonce }) => firstNonce)}::bigint[],
      ${gaps.map(({ count }) => count)}::bigint[]
    ) as gap (stream, first_nonce, count)`);
}

/** Walks from one key to the next by the index; null stands for seeds in clear. */
export async function listKeyIds(db: Db | Tx): Promise<(string | null)[]> {
  const rows = await db.query<{ keyId: string | null }>(sql`
    with recursive sealed as (
      (select key_id from commitment_runs where key_id is not null order by key_id limit 1)
      union all
      select (select key_id from commitment_runs where key_id > sealed.key_id order by key_id limit 1)
      from sealed where key_id is not null
    )
    select key_id from sealed where key_id is not null
    union all
    select null where exists (select from commitment_runs where key_id is null)`);
  return rows.map(({ keyId }) => keyId);
}

interface LockedRun extends StoredSeeds {
  stream: Stream;
  firstNonce: string;
  lastNonce: string;
}

/** Skips runs that another process has locked; a null key finds seeds in clear. */
export function lockRunsUnder(tx: Tx, keyId: string | null, count: number): Promise<LockedRun[]> {
  return tx.query<LockedRun>(sql`
    select stream, first_nonce, last_nonce, server_seed, sealed_seeds, key_id
    from commitment_runs where ${keyId === null ? sql`key_id is null` : sql`key_id = ${keyId}`}
    limit ${count} for update skip locked`);
}

export async function updateSeeds(
  tx: Tx,
  keyId: string,
  runs: readonly (Pick<LockedRun, 'stream' | 'lastNonce'> & { sealedSeeds: Buffer })[],
): Promise<void> {
  await tx.query(sql`
    update commitment_runs run set server_seed = null, sealed_seeds = given.sealed_seeds, key_id = ${keyId}
    from unnest(
      ${runs.map(({ stream }) => stream)}::text[], ${runs.map(({ lastNonce }) => lastNonce)}::bigint[],
      ${runs.map(({ sealedSeeds }) => sealedSeeds)}::bytea[]
    ) as given (stream, last_nonce, sealed_seeds)
    where run.stream = given.stream and run.last_nonce = given.last_nonce`);
}

/** The export has the hashes alone, because the rolls show the seeds. */
export const commitmentsPersonalData: Required<Module<never>>['personalData'] = {
  commitments: {
    key: 'last_nonce',
    rows: (userId) => sql`
      select first_nonce, last_nonce, array(
          select encode(substring(server_seed_hashes from place * 32 + 1 for 32), 'hex')
          from generate_series(0, (last_nonce - first_nonce)::int) place) as server_seed_hashes,
        committed_at
      from commitment_runs where stream = 'user:' || ${userId}`,
  },
};
