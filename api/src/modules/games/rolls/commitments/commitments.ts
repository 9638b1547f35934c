import { strict as assert } from 'node:assert';
import { createHash, randomBytes } from 'node:crypto';
import { seedHash } from '@lisura/fairness';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Seal } from '../../../../platform/secrets/sealing.ts';
import { splitSeeds } from '../../../../platform/secrets/split-seeds.ts';
import { type AuditEntry, recordAudit } from '../../../people/audit/index.ts';
import { userNotFound } from '../../../people/users/index.ts';
import type { CommittedSeed, NonceRange } from '../roll.types.ts';
import { userStream } from '../streams.ts';
import { type CommittedRun, findRuns, insertRuns, lockNonce, MAX_RUN } from './commitments.sql.ts';
import { gapsIn, joinRuns, type Run, valuesOf } from './runs.ts';
import { openSeeds, placeOf, sealSeeds } from './sealed-seeds.ts';

const SEED_BYTES = 32;

/** What is shown of a commitment before its roll. */
interface ShownCommitment {
  nonce: number;
  serverSeedHash: string;
}

/** Seeds of rolls to come are stored sealed. */
export interface SeedDeps {
  seedSeal: Seal;
}

/** Nonces to commit to, with who asks to see their hashes, and of what beside their own rolls. */
interface CommitmentAsk extends NonceRange {
  asker: Required<Pick<AuditEntry, 'userId' | 'ip'>> & Pick<AuditEntry, 'entity'>;
}

/** Hashes that are new, with who asked for them. */
interface NewRun extends Run<string>, Pick<CommitmentAsk, 'asker'> {}

/**
 * The hashes of the next rolls of streams, by ask and then by nonce, in a number of statements that does not depend on how
 * many there are. What is new is recorded: it cannot be exchanged unseen later. Who calls holds what keeps these nonces
 * from being played meanwhile. Each ask is for at most a hundred, and no two are for the same nonce.
 */
export async function commitAhead(deps: SeedDeps, tx: Tx, asks: readonly CommitmentAsk[]): Promise<string[][]> {
  assert(
    asks.every(({ count }) => count <= MAX_RUN),
    `more than ${MAX_RUN} nonces are asked for at once`,
  );
  const created = await commitTo(deps, tx, asks);
  const isNew = new Set(created.map(({ stream, firstNonce }) => placeOf(stream, firstNonce)));
  const others = asks.filter(({ stream, firstNonce }) => !isNew.has(placeOf(stream, firstNonce)));
  // Of these some nonces were committed to before, and are shown as they were.
  const known = others.length === 0 ? [] : await findRuns(tx, others);
  const gaps = others.flatMap((ask) => gapsIn(ask, known).map((gap) => ({ ...gap, asker: ask.asker })));
  if (gaps.length > 0) created.push(...(await commitTo(deps, tx, gaps)));
  await recordCommitments(tx, created);
  return valuesOf(asks, [...known, ...created]).map((hashes, index) =>
    hashes.map((hash, place) => {
      const { stream, firstNonce } = asks[index] as CommitmentAsk;
      assert(
        hash !== undefined,
        `${stream} ${firstNonce + place} is asked for twice, or committed to by another meanwhile`,
      );
      return hash;
    }),
  );
}

/** Commits to new seeds for each ask of which no nonce has one, and returns these. */
function commitTo({ seedSeal }: SeedDeps, tx: Tx, asks: readonly CommitmentAsk[]): Promise<NewRun[]> {
  const runs = asks.map(({ stream, firstNonce, count, asker }) => {
    const seeds = randomSeeds(count);
    const sealedSeeds = sealSeeds(seedSeal, seeds, { stream, firstNonce }).bytes;
    return { stream, firstNonce, values: seeds.map(seedHash), sealedSeeds, asker };
  });
  return insertRuns(tx, seedSeal.keyId, runs);
}

/**
 * Runs that follow each other are one entry of the trail. It names the first nonce, says how many there are, and binds us to
 * their hashes by one: that of all of them, with a space between each two.
 */
async function recordCommitments(tx: Tx, created: readonly NewRun[]): Promise<void> {
  await recordAudit(
    tx,
    joinRuns(created).map(({ stream, firstNonce, values: hashes, asker }) => ({
      action: 'SEEDS_COMMITTED' as const,
      actorId: asker.userId,
      metadata: { stream, firstNonce, count: hashes.length, hashesDigest: digestOf(hashes) },
      ...asker,
    })),
  );
}

const digestOf = (hashes: readonly string[]) => createHash('sha256').update(hashes.join(' ')).digest('hex');

interface ShownCommitments {
  stream: string;
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
    const [hashes = []] = await commitAhead({ seedSeal }, tx, [{ ...next, asker: { userId, ip } }]);
    const commitments = hashes.map((serverSeedHash, index) => ({ nonce: nextNonce + index, serverSeedHash }));
    return { stream: next.stream, clientSeed: account.clientSeed, nextNonce, commitments };
  });
}

/**
 * The server seeds of nonces that were taken in `tx`, by range and then by nonce, in one statement. A nonce that nobody has
 * asked to see the hash of gets a fresh seed, committed to in this transaction. Who calls reveals them with the result.
 */
export async function takeSeeds(
  { seedSeal }: SeedDeps,
  tx: Tx,
  ranges: readonly NonceRange[],
): Promise<CommittedSeed[][]> {
  const committed = (await findRuns(tx, ranges)).map((run) => revealedRun(seedSeal, run));
  const known = valuesOf(ranges, committed);
  const fresh = newSeeds(known.flat().filter((seed) => seed === undefined).length).values();
  return known.map((seeds) => seeds.map((seed) => seed ?? (fresh.next().value as CommittedSeed)));
}

function revealedRun(seedSeal: Seal, run: CommittedRun): Run<CommittedSeed> {
  const { stream, firstNonce, values: hashes, committedAt } = run;
  const seeds = openSeeds(seedSeal, run);
  const values = hashes.map((serverSeedHash, index) => ({
    serverSeed: seeds[index] as string,
    serverSeedHash,
    committedAt,
  }));
  return { stream, firstNonce, values };
}

function newSeeds(count: number): CommittedSeed[] {
  return randomSeeds(count).map((serverSeed) => ({
    serverSeed,
    serverSeedHash: seedHash(serverSeed),
    committedAt: null,
  }));
}

/** 32 random bytes each, as 64 hex characters. In one call: asking for randomness costs more than the bytes do. */
export const randomSeeds = (count: number): string[] => splitSeeds(randomBytes(SEED_BYTES * count).toString('hex'));
