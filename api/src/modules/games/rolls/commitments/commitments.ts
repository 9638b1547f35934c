import { strict as assert } from 'node:assert';
import { createHash, randomBytes } from 'node:crypto';
import { seedHash } from '@lisura/fairness';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { SealedRows } from '../../../../platform/secrets/sealed-rows.ts';
import type { Seal } from '../../../../platform/secrets/sealing.ts';
import { splitSeeds } from '../../../../platform/secrets/split-seeds.ts';
import { type AuditEntry, recordAudit } from '../../../people/audit/index.ts';
import { userNotFound } from '../../../people/users/index.ts';
import { type CommittedSeed, type NonceRange, type Run, userStream } from '../rolls.records.ts';
import type { Commitments } from './commitments.records.ts';
import {
  type CommittedRun,
  findRuns,
  insertRuns,
  listKeyIds,
  lockNonce,
  lockRunsUnder,
  MAX_RUN,
  updateSeeds,
} from './commitments.sql.ts';
import { openSeeds, placeOf, sealSeeds } from './sealed-seeds.ts';

const SEED_BYTES = 32;
const SEALED_AT_ONCE = 500;

export interface SeedDeps {
  seedSeal: Seal;
}

/** `entity` is set if the stream is not a user's. */
interface CommitmentAsk extends NonceRange {
  asker: Required<Pick<AuditEntry, 'userId' | 'ip'>> & Pick<AuditEntry, 'entity'>;
}

type NewRun = Run<string> & Pick<CommitmentAsk, 'asker'>;

/**
 * Returns the hashes by ask and then by nonce, in a fixed number of statements. New hashes are recorded, so they cannot
 * be exchanged unseen. The caller holds a lock that keeps these nonces from being played. An ask has at most a hundred
 * nonces, and asks do not overlap.
 */
export async function commitAhead(deps: SeedDeps, tx: Tx, asks: readonly CommitmentAsk[]): Promise<string[][]> {
  assert(
    asks.every(({ count }) => count <= MAX_RUN),
    `more than ${MAX_RUN} nonces are asked for at once`,
  );
  const created = await commitTo(deps, tx, asks);
  const isNew = new Set(created.map(({ stream, firstNonce }) => placeOf(stream, firstNonce)));
  const others = asks.filter(({ stream, firstNonce }) => !isNew.has(placeOf(stream, firstNonce)));
  // Nonces that were committed to before keep their hashes.
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

function commitTo({ seedSeal }: SeedDeps, tx: Tx, asks: readonly CommitmentAsk[]): Promise<NewRun[]> {
  const runs = asks.map(({ stream, firstNonce, count, asker }) => {
    const seeds = randomSeeds(count);
    const sealedSeeds = sealSeeds(seedSeal, seeds, { stream, firstNonce }).bytes;
    return { stream, firstNonce, values: seeds.map(seedHash), sealedSeeds, asker };
  });
  return insertRuns(tx, seedSeal.keyId, runs);
}

/** Adjacent runs share one entry of the trail, with a digest of their hashes separated by spaces. */
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

export function showCommitments(
  { db, seedSeal }: SeedDeps & { db: Db },
  { userId, count, ip }: { userId: Id<'user'>; count: number; ip: string },
): Promise<Commitments> {
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
 * Returns the seeds by range and then by nonce, with one statement; `tx` has taken the nonces. A nonce without a
 * commitment gets a fresh seed, committed to in this transaction.
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

const newSeeds = (count: number): CommittedSeed[] =>
  randomSeeds(count).map((serverSeed) => ({ serverSeed, serverSeedHash: seedHash(serverSeed), committedAt: null }));

/** One call serves all, because asking for randomness costs more than its bytes. */
export const randomSeeds = (count: number): string[] => splitSeeds(randomBytes(SEED_BYTES * count).toString('hex'));

export const committedSeeds: SealedRows = {
  job: 'seal-commitments',
  what: 'seeds',
  listKeyIds,
  sealSome: async (tx: Tx, seal: Seal, keyId: string | null) => {
    const runs = await lockRunsUnder(tx, keyId, SEALED_AT_ONCE);
    if (runs.length === 0) return 0;
    const opened = runs.map((run) => ({ ...run, seeds: openSeeds(seal, run) }));
    await updateSeeds(
      tx,
      seal.keyId,
      opened.map((run) => ({ ...run, sealedSeeds: sealSeeds(seal, run.seeds, run).bytes })),
    );
    return opened.reduce((sum, { seeds }) => sum + seeds.length, 0);
  },
};

export function valuesOf<Value>(ranges: readonly NonceRange[], runs: readonly Run<Value>[]): (Value | undefined)[][] {
  const byStream = Map.groupBy(runs, ({ stream }) => stream);
  return ranges.map(({ stream, firstNonce, count }) => {
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

export function gapsIn({ stream, firstNonce, count }: NonceRange, runs: readonly Run<unknown>[]): NonceRange[] {
  const gaps: NonceRange[] = [];
  const end = firstNonce + count;
  let next = firstNonce;
  for (const run of inOrder(runs).filter((each) => each.stream === stream && each.firstNonce < end)) {
    if (run.firstNonce > next) gaps.push({ stream, firstNonce: next, count: run.firstNonce - next });
    next = Math.max(next, endOf(run));
  }
  if (end > next) gaps.push({ stream, firstNonce: next, count: end - next });
  return gaps;
}

export function joinRuns<Each extends Run<unknown>>(runs: readonly Each[]): Each[] {
  const joined: Each[] = [];
  for (const run of inOrder(runs)) {
    const last = joined.at(-1);
    if (last?.stream === run.stream && endOf(last) === run.firstNonce)
      joined[joined.length - 1] = { ...last, values: [...last.values, ...run.values] };
    else joined.push(run);
  }
  return joined;
}

const endOf = ({ firstNonce, values }: Run<unknown>) => firstNonce + values.length;

const inOrder = <Each extends Run<unknown>>(runs: readonly Each[]): Each[] =>
  runs.toSorted((one, other) =>
    one.stream === other.stream ? one.firstNonce - other.firstNonce : one.stream < other.stream ? -1 : 1,
  );
