import { strict as assert } from 'node:assert';
import { createHash, randomBytes } from 'node:crypto';
import { seedHash } from '@lisura/fairness';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Seal } from '../../../platform/sealing.ts';
import { type AuditEntry, recordAudit } from '../../people/audit/index.ts';
import { userNotFound } from '../../people/users/index.ts';
import { type CommittedRun, findRuns, insertRuns, lockNonce, MAX_RUN } from './commitments.sql.ts';
import type { CommittedSeed, SeedAsk, ShownCommitment } from './commitments.types.ts';
import { openSeeds, placeOf, sealSeeds } from './sealed-seeds.ts';
import { type Stream, userStream } from './streams.ts';

const SEED_BYTES = 32;

/** Seeds of rolls to come are stored sealed. */
export interface SeedDeps {
  seedSeal: Seal;
}

/** Who asks to see hashes, and of what beside their own rolls. */
type Asker = Required<Pick<AuditEntry, 'userId' | 'ip'>> & Pick<AuditEntry, 'entity'>;

/** Hashes of nonces that follow each other. */
interface ShownRun {
  stream: Stream;
  firstNonce: number;
  serverSeedHashes: readonly string[];
}

/**
 * The hashes of the next rolls of streams, by ask and then by nonce, in a number of statements that does not depend on how
 * many there are. What is new is recorded: it cannot be exchanged unseen later. Who calls holds what keeps these nonces
 * from being played meanwhile. Each ask is for at most a hundred, and no two are for the same nonce.
 */
export async function commitAhead(
  { seedSeal }: SeedDeps,
  tx: Tx,
  asks: readonly SeedAsk[],
  asker: Asker,
): Promise<ShownCommitment[][]> {
  assert(
    asks.every(({ count }) => count <= MAX_RUN),
    `more than ${MAX_RUN} nonces are asked for at once`,
  );
  const created = await commitTo(seedSeal, tx, asks);
  const isNew = new Set(created.map(({ stream, firstNonce }) => placeOf(stream, firstNonce)));
  const others = asks.filter(({ stream, firstNonce }) => !isNew.has(placeOf(stream, firstNonce)));
  // Of these some nonces were committed to before, and are shown as they were.
  const known = others.length === 0 ? [] : (await findRuns(tx, others)).map(shownRun).sort(byStreamAndNonce);
  const gaps = others.flatMap((ask) => gapsIn(ask, known));
  if (gaps.length > 0) created.push(...(await commitTo(seedSeal, tx, gaps)));
  await recordCommitments(tx, created, asker);
  const hashes = new Map([...known, ...created].flatMap(hashesByPlace));
  return asks.map(({ stream, firstNonce, count }) =>
    Array.from({ length: count }, (_, index) => {
      const nonce = firstNonce + index;
      const serverSeedHash = hashes.get(placeOf(stream, nonce));
      assert(
        serverSeedHash !== undefined,
        `${stream} ${nonce} is asked for twice, or committed to by another meanwhile`,
      );
      return { nonce, serverSeedHash };
    }),
  );
}

/** Commits to new seeds for each ask of which no nonce has one, and gives these. */
async function commitTo(seedSeal: Seal, tx: Tx, asks: readonly SeedAsk[]): Promise<ShownRun[]> {
  const runs = asks.map(({ stream, firstNonce, count }) => {
    const seeds = randomSeeds(count);
    const sealedSeeds = sealSeeds(seedSeal, seeds, { stream, firstNonce }).bytes;
    return { stream, firstNonce, sealedSeeds, serverSeedHashes: seeds.map(seedHash) };
  });
  return insertRuns(tx, seedSeal.keyId, runs);
}

const shownRun = ({ stream, firstNonce, serverSeedHashes }: CommittedRun): ShownRun => ({
  ...{ stream, serverSeedHashes },
  firstNonce: Number(firstNonce),
});

const hashesByPlace = ({ stream, firstNonce, serverSeedHashes }: ShownRun) =>
  serverSeedHashes.map((hash, index): [string, string] => [placeOf(stream, firstNonce + index), hash]);

/** What is not in any of the runs, which are in the order of their nonces. */
function gapsIn({ stream, firstNonce, count }: SeedAsk, runs: readonly ShownRun[]): SeedAsk[] {
  const gaps: SeedAsk[] = [];
  let next = firstNonce;
  const skipTo = (nonce: number) => {
    if (nonce > next) gaps.push({ stream, firstNonce: next, count: nonce - next });
  };
  for (const run of runs) {
    if (run.stream !== stream || run.firstNonce >= firstNonce + count) continue;
    skipTo(run.firstNonce);
    next = Math.max(next, run.firstNonce + run.serverSeedHashes.length);
  }
  skipTo(firstNonce + count);
  return gaps;
}

/**
 * Runs that follow each other are one entry of the trail. It names the first nonce, tells how many there are, and binds us to
 * their hashes by one: that of all of them, with a space between each two.
 */
async function recordCommitments(tx: Tx, created: readonly ShownRun[], asker: Asker): Promise<void> {
  const entries: ShownRun[] = [];
  for (const run of created.toSorted(byStreamAndNonce)) {
    const last = entries.at(-1);
    const isNext = last?.stream === run.stream && last.firstNonce + last.serverSeedHashes.length === run.firstNonce;
    if (isNext) entries.pop();
    entries.push(isNext ? { ...last, serverSeedHashes: [...last.serverSeedHashes, ...run.serverSeedHashes] } : run);
  }
  await recordAudit(
    tx,
    entries.map(({ stream, firstNonce, serverSeedHashes }) => ({
      ...{ action: 'SEEDS_COMMITTED' as const, actorId: asker.userId },
      metadata: { stream, firstNonce, count: serverSeedHashes.length, hashesDigest: digestOf(serverSeedHashes) },
      ...asker,
    })),
  );
}

const digestOf = (hashes: readonly string[]) => createHash('sha256').update(hashes.join(' ')).digest('hex');

const byStreamAndNonce = (one: ShownRun, other: ShownRun) =>
  one.stream === other.stream ? one.firstNonce - other.firstNonce : one.stream < other.stream ? -1 : 1;

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
  const committed = new Map((await findRuns(tx, asks)).flatMap((run) => seedsByPlace(seedSeal, run)));
  const known = asks.map(({ stream, firstNonce, count }) =>
    Array.from({ length: count }, (_, index) =>
      committed.size === 0 ? undefined : committed.get(placeOf(stream, firstNonce + index)),
    ),
  );
  const fresh = newSeeds(known.flat().filter((seed) => seed === undefined).length).values();
  return known.map((seeds) => seeds.map((seed) => seed ?? (fresh.next().value as CommittedSeed)));
}

function seedsByPlace(
  seedSeal: Seal,
  { serverSeedHashes, committedAt, ...run }: CommittedRun,
): [string, CommittedSeed][] {
  const seeds = openSeeds(seedSeal, run);
  return serverSeedHashes.map((serverSeedHash, index) => [
    placeOf(run.stream, Number(run.firstNonce) + index),
    { serverSeed: seeds[index] as string, serverSeedHash, committedAt },
  ]);
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
