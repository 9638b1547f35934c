import { strict as assert } from 'node:assert';
import { createHash, randomBytes } from 'node:crypto';
import { seedHash } from '@lisura/fairness';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Seal } from '../../../platform/sealing.ts';
import { splitSeeds } from '../../../platform/split-seeds.ts';
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

/** Nonces to commit to, with who asks to see their hashes, and of what beside their own rolls. */
export interface CommitmentAsk extends SeedAsk {
  asker: Required<Pick<AuditEntry, 'userId' | 'ip'>> & Pick<AuditEntry, 'entity'>;
}

/** What is known of nonces that follow each other, by nonce. */
interface Run<Value> {
  stream: Stream;
  firstNonce: number;
  values: readonly Value[];
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
  const known = others.length === 0 ? [] : (await findRuns(tx, others)).map(shownRun).sort(byStreamAndNonce);
  const gaps = others.flatMap((ask) => gapsIn(ask, known));
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

/** What runs have of the nonces that are asked for, by ask and then by nonce. */
function valuesOf<Value>(asks: readonly SeedAsk[], runs: readonly Run<Value>[]): (Value | undefined)[][] {
  const byStream = Map.groupBy(runs, ({ stream }) => stream);
  return asks.map(({ stream, firstNonce, count }) => {
    const found = Array<Value | undefined>(count).fill(undefined);
    for (const run of byStream.get(stream) ?? []) {
      for (const [index, value] of run.values.entries()) {
        const place = run.firstNonce + index - firstNonce;
        if (place >= 0 && place < count) found[place] = value;
      }
    }
    return found;
  });
}

/** Commits to new seeds for each ask of which no nonce has one, and gives these. */
async function commitTo({ seedSeal }: SeedDeps, tx: Tx, asks: readonly CommitmentAsk[]): Promise<NewRun[]> {
  const runs = asks.map(({ stream, firstNonce, count, asker }) => {
    const seeds = randomSeeds(count);
    const sealedSeeds = sealSeeds(seedSeal, seeds, { stream, firstNonce }).bytes;
    return { stream, firstNonce, sealedSeeds, serverSeedHashes: seeds.map(seedHash), asker };
  });
  const inserted = await insertRuns(tx, seedSeal.keyId, runs);
  return inserted.map(({ serverSeedHashes, sealedSeeds: _sealed, ...run }) => ({ ...run, values: serverSeedHashes }));
}

const shownRun = ({ stream, firstNonce, serverSeedHashes }: CommittedRun): Run<string> => ({
  ...{ stream, firstNonce: Number(firstNonce), values: serverSeedHashes },
});

/** What is not in any of the runs, which are in the order of their nonces. */
function gapsIn({ stream, firstNonce, count, asker }: CommitmentAsk, runs: readonly Run<string>[]): CommitmentAsk[] {
  const gaps: CommitmentAsk[] = [];
  let next = firstNonce;
  const skipTo = (nonce: number) => {
    if (nonce > next) gaps.push({ stream, firstNonce: next, count: nonce - next, asker });
  };
  for (const run of runs) {
    if (run.stream !== stream || run.firstNonce >= firstNonce + count) continue;
    skipTo(run.firstNonce);
    next = Math.max(next, run.firstNonce + run.values.length);
  }
  skipTo(firstNonce + count);
  return gaps;
}

/**
 * Runs that follow each other are one entry of the trail. It names the first nonce, tells how many there are, and binds us to
 * their hashes by one: that of all of them, with a space between each two.
 */
async function recordCommitments(tx: Tx, created: readonly NewRun[]): Promise<void> {
  const entries: NewRun[] = [];
  for (const run of created.toSorted(byStreamAndNonce)) {
    const last = entries.at(-1);
    const isNext = last?.stream === run.stream && last.firstNonce + last.values.length === run.firstNonce;
    if (isNext) entries.pop();
    entries.push(isNext ? { ...last, values: [...last.values, ...run.values] } : run);
  }
  await recordAudit(
    tx,
    entries.map(({ stream, firstNonce, values: hashes, asker }) => ({
      ...{ action: 'SEEDS_COMMITTED' as const, actorId: asker.userId },
      metadata: { stream, firstNonce, count: hashes.length, hashesDigest: digestOf(hashes) },
      ...asker,
    })),
  );
}

const digestOf = (hashes: readonly string[]) => createHash('sha256').update(hashes.join(' ')).digest('hex');

const byStreamAndNonce = (one: Run<string>, other: Run<string>) =>
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
    const [hashes = []] = await commitAhead({ seedSeal }, tx, [{ ...next, asker: { userId, ip } }]);
    const commitments = hashes.map((serverSeedHash, index) => ({ nonce: nextNonce + index, serverSeedHash }));
    return { clientSeed: account.clientSeed, nextNonce, commitments };
  });
}

/**
 * The server seeds of nonces that were taken in `tx`, by ask and then by nonce, in one statement. A nonce that nobody has
 * asked to see the hash of gets a fresh seed, committed to in this transaction. Who calls reveals them with the result.
 */
export async function takeSeeds({ seedSeal }: SeedDeps, tx: Tx, asks: readonly SeedAsk[]): Promise<CommittedSeed[][]> {
  const committed = (await findRuns(tx, asks)).map((run) => revealedRun(seedSeal, run));
  const known = valuesOf(asks, committed);
  const fresh = newSeeds(known.flat().filter((seed) => seed === undefined).length).values();
  return known.map((seeds) => seeds.map((seed) => seed ?? (fresh.next().value as CommittedSeed)));
}

function revealedRun(seedSeal: Seal, { serverSeedHashes, committedAt, ...run }: CommittedRun): Run<CommittedSeed> {
  const seeds = openSeeds(seedSeal, run);
  return {
    ...{ stream: run.stream, firstNonce: Number(run.firstNonce) },
    values: serverSeedHashes.map((serverSeedHash, index) => ({
      ...{ serverSeed: seeds[index] as string, serverSeedHash, committedAt },
    })),
  };
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
