import { randomBytes } from 'node:crypto';
import { seedHash } from '@lisura/fairness';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Seal } from '../../../platform/sealing.ts';
import { type AuditEntry, recordAudit } from '../../people/audit/index.ts';
import { userNotFound } from '../../people/users/index.ts';
import { findCommittedSeeds, insertCommitments, lockNonce } from './commitments.sql.ts';
import type { CommittedSeed, SeedAsk, ShownCommitment } from './commitments.types.ts';
import { openSeed, placeOf, sealSeed } from './sealed-seeds.ts';
import { type Stream, userStream } from './streams.ts';

const SEED_BYTES = 32;

/** Seeds of rolls to come are stored sealed. */
export interface SeedDeps {
  seedSeal: Seal;
}

/** Who asks to see hashes, and of what beside their own rolls. */
type Asker = Required<Pick<AuditEntry, 'userId' | 'ip'>> & Pick<AuditEntry, 'entity'>;

/**
 * The hashes of the next rolls of streams, by ask and then by nonce, in a number of statements that does not depend on how
 * many there are. What is new is recorded: it cannot be exchanged unseen later. Who calls holds what keeps these nonces
 * from being played meanwhile.
 */
export async function commitAhead(
  { seedSeal }: SeedDeps,
  tx: Tx,
  asks: readonly SeedAsk[],
  asker: Asker,
): Promise<ShownCommitment[][]> {
  const seeds = asks.flatMap(({ stream, firstNonce, count }) =>
    newSeeds(count).map(({ serverSeed, serverSeedHash }, index) => {
      const place = { stream, nonce: firstNonce + index };
      return { ...place, sealedSeed: sealSeed(seedSeal, serverSeed, place).bytes, serverSeedHash };
    }),
  );
  const isAllNew = (await insertCommitments(tx, seedSeal.keyId, seeds)) === seeds.length;
  const committed = new Map(
    (isAllNew ? seeds : await findCommittedSeeds(tx, asks)).map((each) => [placeOf(each), each.serverSeedHash]),
  );
  // Where there was a commitment before, ours was not written.
  const created = seeds.filter((seed) => committed.get(placeOf(seed)) === seed.serverSeedHash);
  await recordCommitments(tx, created, asker);
  return asks.map(({ stream, firstNonce, count }) =>
    Array.from({ length: count }, (_, index) => {
      const nonce = firstNonce + index;
      return { nonce, serverSeedHash: committed.get(placeOf({ stream, nonce })) as string };
    }),
  );
}

interface StreamCommitment extends ShownCommitment {
  stream: Stream;
}

async function recordCommitments(tx: Tx, created: readonly StreamCommitment[], asker: Asker): Promise<void> {
  const byStream = Map.groupBy(created, ({ stream }) => stream);
  await recordAudit(
    tx,
    [...byStream].flatMap(([stream, commitments]) =>
      runsOf(commitments.sort((one, other) => one.nonce - other.nonce)).map((run) => {
        const serverSeedHashes = run.map(({ serverSeedHash }) => serverSeedHash);
        const metadata = { stream, firstNonce: run[0]?.nonce, serverSeedHashes };
        return { action: 'SEEDS_COMMITTED' as const, actorId: asker.userId, metadata, ...asker };
      }),
    ),
  );
}

/** Nonces that follow each other without a gap: an entry of the trail names the first and counts on. */
function runsOf<Shown extends ShownCommitment>(ascending: readonly Shown[]): Shown[][] {
  const runs: Shown[][] = [];
  for (const each of ascending) {
    const run = runs.at(-1);
    if (run?.at(-1)?.nonce === each.nonce - 1) run.push(each);
    else runs.push([each]);
  }
  return runs;
}

interface ShownCommitments {
  clientSeed: string | null;
  nextNonce: number;
  commitments: ShownCommitment[];
}

/** The hashes for the next `count` nonces of the user. */
export function showCommitments(
  { db, seedSeal }: SeedDeps & { db: Db },
  { userId, count, ip }: { userId: Id<'user'>; count: number; ip: string },
): Promise<ShownCommitments> {
  return transaction(db, async (tx) => {
    const account = await lockNonce(tx, userId);
    if (account === null) throw userNotFound();
    const nextNonce = account.nonce + 1;
    const next = { stream: userStream(userId), firstNonce: nextNonce, count };
    const [commitments = []] = await commitAhead({ seedSeal }, tx, [next], { userId, ip });
    return { clientSeed: account.clientSeed, nextNonce, commitments };
  });
}

/**
 * The server seeds of nonces that were taken in `tx`, by ask and then by nonce, in one statement. A nonce that nobody has
 * asked to see the hash of gets a fresh seed, committed to in this transaction. Who calls reveals them with the result.
 */
export async function takeSeeds({ seedSeal }: SeedDeps, tx: Tx, asks: readonly SeedAsk[]): Promise<CommittedSeed[][]> {
  const committed = new Map<string, CommittedSeed>();
  for (const { serverSeedHash, committedAt, ...stored } of await findCommittedSeeds(tx, asks)) {
    const serverSeed = openSeed(seedSeal, stored);
    committed.set(placeOf(stored), { serverSeed, serverSeedHash, committedAt });
  }
  const total = asks.reduce((sum, { count }) => sum + count, 0);
  const fresh = newSeeds(total - committed.size).values();
  return asks.map(({ stream, firstNonce, count }) =>
    Array.from({ length: count }, (_, index) => {
      const known = committed.size === 0 ? undefined : committed.get(placeOf({ stream, nonce: firstNonce + index }));
      return known ?? (fresh.next().value as CommittedSeed);
    }),
  );
}

function newSeeds(count: number): CommittedSeed[] {
  return randomSeeds(count).map((serverSeed) => ({
    serverSeed,
    serverSeedHash: seedHash(serverSeed),
    committedAt: null,
  }));
}

/** 32 random bytes each, as 64 hex characters. In one call: asking for randomness costs more than the bytes do. */
export function randomSeeds(count: number): string[] {
  const hex = randomBytes(SEED_BYTES * count).toString('hex');
  return Array.from({ length: count }, (_, index) => hex.slice(index * SEED_BYTES * 2, (index + 1) * SEED_BYTES * 2));
}
