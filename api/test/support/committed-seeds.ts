import { createHash } from 'node:crypto';
import {
  createSeedSeal,
  openSeeds,
  type StoredSeeds,
  sealSeeds,
} from '../../src/modules/games/rolls/commitments/sealed-seeds.ts';
import type { Stream } from '../../src/modules/games/rolls/index.ts';
import type { Db } from '../../src/platform/database/db.ts';
import { type Sql, sql } from '../../src/platform/database/sql.ts';
import type { Id } from '../../src/platform/ids.ts';
import { hmac } from './independent-rolls.ts';
import { TEST_KEYS } from './keys.ts';

export { TEST_KEYS };

export const testSeedSeal = createSeedSeal(TEST_KEYS);

interface Commitment {
  stream: Stream;
  nonce: number;
  serverSeed: string;
  committedAt?: Sql;
}

/** Commits to a chosen seed for a nonce, as if its hash had been asked for. */
export async function commitTo(db: Db, commitment: Commitment): Promise<void> {
  const { stream, nonce, serverSeed, committedAt = sql`statement_timestamp()` } = commitment;
  const { keyId, bytes } = sealSeeds(testSeedSeal, [serverSeed], { stream, firstNonce: nonce });
  await db.query(sql`
    insert into commitment_runs (stream, first_nonce, sealed_seeds, key_id, server_seed_hashes, committed_at)
    values (${stream}, ${nonce}, ${bytes}, ${keyId}, decode(${hmac(serverSeed, '')}, 'hex'), ${committedAt})`);
}

export async function commitInClear(db: Db, { stream, nonce, serverSeed }: Commitment): Promise<void> {
  await db.query(sql`
    insert into commitment_runs (stream, first_nonce, server_seed, server_seed_hashes)
    values (${stream}, ${nonce}, ${serverSeed}, decode(${hmac(serverSeed, '')}, 'hex'))`);
}

interface OpenedCommitment {
  stream: Stream;
  nonce: number;
  seed: string;
}

/** Reads the committed seeds of a stream by nonce, which needs the key. */
export async function readCommittedSeeds(db: Db, stream: Stream, seal = testSeedSeal): Promise<OpenedCommitment[]> {
  const runs = await db.query<StoredSeeds & { firstNonce: string }>(sql`
    select first_nonce, server_seed, sealed_seeds, key_id
    from commitment_runs where stream = ${stream} order by first_nonce`);
  return runs.flatMap((run) =>
    openSeeds(seal, { ...run, stream }).map((seed, index) => ({ stream, nonce: Number(run.firstNonce) + index, seed })),
  );
}

export const digestOf = (hashes: readonly string[]) => createHash('sha256').update(hashes.join(' ')).digest('hex');

interface RecordedBatch {
  stream: Stream;
  firstNonce: number;
  count: number;
  hashesDigest: string;
}

export async function readRecordedBatches(db: Db, userId: Id<'user'>): Promise<RecordedBatch[]> {
  const rows = await db.query<{ metadata: RecordedBatch }>(
    sql`select metadata from audit_entries where user_id = ${userId} and action = 'SEEDS_COMMITTED' order by id`,
  );
  return rows.map(({ metadata }) => metadata);
}
