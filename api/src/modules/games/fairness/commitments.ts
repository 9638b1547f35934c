import { randomBytes } from 'node:crypto';
import { seedHash } from '@lisura/fairness';
import { type Db, type Tx, transaction } from '../../../platform/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { recordAudit } from '../../people/audit/index.ts';
import { userNotFound } from '../../people/users/index.ts';
import { commitSeeds, findCommittedSeeds } from './commitments.sql.ts';
import type { CommittedSeed, SeedAsk, SeedPair } from './commitments.types.ts';

const SEED_BYTES = 32;

interface ShownCommitments {
  clientSeed: string | null;
  nextNonce: number;
  commitments: { nonce: number; serverSeedHash: string }[];
}

/** The hashes for the next `count` nonces of the user. What is new is recorded: it cannot be exchanged unseen later. */
export async function showCommitments(
  deps: { db: Db },
  { userId, count, ip }: { userId: Id<'user'>; count: number; ip: string },
): Promise<ShownCommitments> {
  const seeds = newSeeds(count);
  return transaction(deps.db, async (tx) => {
    const committed = await commitSeeds(tx, userId, seeds);
    if (committed === null) throw userNotFound();
    const created = committed.commitments.filter(({ isNew }) => isNew);
    const [first] = created;
    if (first !== undefined) {
      const serverSeedHashes = created.map(({ serverSeedHash }) => serverSeedHash);
      const metadata = { firstNonce: first.nonce, serverSeedHashes };
      await recordAudit(tx, [{ action: 'SEEDS_COMMITTED', userId, actorId: userId, metadata, ip }]);
    }
    return {
      ...committed,
      commitments: committed.commitments.map(({ nonce, serverSeedHash }) => ({ nonce, serverSeedHash })),
    };
  });
}

/**
 * The server seeds of nonces that were taken in `tx`, by ask and then by nonce, in one statement. A nonce that nobody has
 * asked to see the hash of gets a fresh seed, committed to in this transaction. Who calls reveals them with the result.
 */
export async function takeSeeds(tx: Tx, asks: readonly SeedAsk[]): Promise<CommittedSeed[][]> {
  const committed = new Map<string, CommittedSeed>();
  for (const { userId, nonce, serverSeed, serverSeedHash, committedAt } of await findCommittedSeeds(tx, asks)) {
    committed.set(`${userId}:${nonce}`, { serverSeed, serverSeedHash, committedAt });
  }
  const total = asks.reduce((sum, { count }) => sum + count, 0);
  const fresh = newSeeds(total - committed.size)[Symbol.iterator]();
  return asks.map(({ userId, firstNonce, count }) =>
    Array.from({ length: count }, (_, index) => {
      const known = committed.get(`${userId}:${firstNonce + index}`);
      return known ?? { ...(fresh.next().value as SeedPair), committedAt: null };
    }),
  );
}

function newSeeds(count: number): SeedPair[] {
  return randomSeeds(count).map((serverSeed) => ({ serverSeed, serverSeedHash: seedHash(serverSeed) }));
}

/** 32 random bytes each, as 64 hex characters. In one call: asking for randomness costs more than the bytes do. */
export function randomSeeds(count: number): string[] {
  const hex = randomBytes(SEED_BYTES * count).toString('hex');
  return Array.from({ length: count }, (_, index) => hex.slice(index * SEED_BYTES * 2, (index + 1) * SEED_BYTES * 2));
}
