import type { Clock } from '../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { createEd25519Signer, type Ed25519Signer } from '../../../platform/secrets/ed25519.ts';
import { raiseAlert, resolveAlert } from '../../people/alerts/index.ts';
import { recordAudit } from '../../people/audit/index.ts';
import { type Decider, type DecisionDeps, requireFreshDecider } from '../../people/decisions/index.ts';
import { type HeadFile, headFileOf, openHeadFile } from './head-file.ts';
import {
  type Interruption,
  type LeafBatch,
  LOG_INTERRUPTED,
  LOG_STANDS_STILL,
  type LogSource,
  logInterrupted,
  logIsNotInterrupted,
  logStandsStill,
  type SignedHead,
  type Span,
  type TreeState,
} from './log.records.ts';
import {
  addWaiting,
  countLeaves,
  findFirstHead,
  findNewestHead,
  idHolders,
  insertHead,
  insertInterruption,
  insertLedgerHeads,
  insertSpans,
  isResumed,
  lastIds,
  listWaiting,
  readRows,
  readRowsOf,
  readSeen,
  readTiles,
  removeWaiting,
  stillRunning,
  tryLock,
  updateSeen,
  upsertTiles,
} from './log.sql.ts';
import { LEDGER } from './sources.ts';
import { appendLeaves, EMPTY_ROOT, edgeTiles, hashFinder, tilesFor } from './tree.ts';

/** Distinguishes heads from other texts that the same key may sign. */
const CONTEXT = 'lisura log head 1';

/** This is a minute of failed turns. */
const FAILURES_TOLD = 12;

export interface LogPlaces {
  headFolder: string;
  formerHeadFile: string | null;
  /** The key of this deployment comes first, then its former ones; each has 32 bytes. */
  signingSeeds: readonly Buffer[];
}

export interface LogKeeper {
  publicKey(): Promise<Buffer>;
  /** Returns whether something was added. */
  growNow(): Promise<boolean>;
  /** It is null while the log is running. */
  interruption(): Promise<Interruption | null>;
  start(): void;
  stop(): Promise<void>;
}

interface KeeperDeps extends LogPlaces {
  db: Db;
  clock: Clock;
  logger: Logger;
  sources: readonly LogSource[];
  intervalMs?: number;
}

/**
 * Every process runs a keeper, and a lock elects the writer. The log must extend the last head that this machine has
 * seen, under the same key; otherwise nothing is signed, an alert is raised, and the API answers that the log is
 * interrupted.
 */
export function createLogKeeper({ db, clock, logger, sources, intervalMs = 5_000, ...places }: KeeperDeps): LogKeeper {
  const signers = places.signingSeeds.map(createEd25519Signer);
  /** Keeps the key that has signed the log so far, even if the deployment has a newer one. */
  const signerAfter = (last: SignedHead | null): Ed25519Signer =>
    signers.find(({ publicKey }) => last?.publicKey.equals(publicKey)) ?? (signers[0] as Ed25519Signer);
  const sign = (tree: TreeState, last: SignedHead | null): SignedHead => {
    const { publicKey, sign: signText } = signerAfter(last);
    // The process that signed the last head may have had another clock.
    const at = new Date(Math.max(clock.now().getTime(), last?.at.getTime() ?? 0));
    const text = JSON.stringify([CONTEXT, Number(tree.size), tree.root.toString('hex'), at.toISOString()]);
    return { ...tree, at, publicKey, signature: signText(text) };
  };
  const growth = createLogGrowth({ db, sources, sign, isStopped: () => isStopped });
  let timer: NodeJS.Timeout | undefined;
  let [isStopped, wasInterrupted, failures] = [false, false, 0];
  let lastTurn: Promise<unknown> = Promise.resolve();

  const interruption = () =>
    findInterruption(
      db,
      places,
      signers.map(({ publicKey }) => publicKey),
    );

  async function grow(): Promise<boolean> {
    const found = await interruption();
    if (found !== null) {
      wasInterrupted = true;
      await raiseAlert(db, logInterrupted(found));
      return false;
    }
    if (wasInterrupted) await resolveAlert(db, LOG_INTERRUPTED);
    wasInterrupted = false;
    const hasGrown = await growth.grow();
    const newest = await findNewestHead(db);
    if (newest !== null) await (await headFileIn(db, places))?.write(newest);
    return hasGrown;
  }

  function growNow(): Promise<boolean> {
    const turn = lastTurn.then(grow);
    lastTurn = turn.catch(() => undefined);
    return turn;
  }

  async function tick(): Promise<void> {
    try {
      await growNow();
      if (failures >= FAILURES_TOLD) await resolveAlert(db, LOG_STANDS_STILL);
      failures = 0;
    } catch (error) {
      failures += 1;
      // Only the first failure is logged, because others report a missing database too.
      if (failures === 1) logger.error({ err: error }, 'The public log could not be continued; it is tried again');
      if (failures === FAILURES_TOLD) await raiseAlert(db, logStandsStill(error)).catch(() => undefined);
    }
    if (!isStopped) timer = setTimeout(tick, intervalMs).unref();
  }

  return {
    publicKey: async () => signerAfter(await findNewestHead(db)).publicKey,
    growNow,
    interruption,
    start: () => {
      timer ??= setTimeout(tick, intervalMs).unref();
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await lastTurn;
    },
  };
}

/** Returns null before the first head. */
async function headFileIn(db: Db, { headFolder, formerHeadFile }: LogPlaces): Promise<HeadFile | null> {
  const first = await findFirstHead(db);
  return first === null ? null : openHeadFile(headFileOf(headFolder, first.root), formerHeadFile);
}

async function findInterruption(
  db: Db,
  places: LogPlaces,
  publicKeys: readonly Buffer[],
): Promise<Interruption | null> {
  const newest = await findNewestHead(db);
  if (newest !== null && !publicKeys.some((key) => newest.publicKey.equals(key)) && !(await isResumed(db, newest))) {
    return { cause: 'KEY_CHANGED', lost: newest };
  }
  let kept: TreeState | null;
  try {
    kept = (await (await headFileIn(db, places))?.read()) ?? null;
  } catch {
    const last = newest ?? { size: 0n, root: EMPTY_ROOT };
    return (await isResumed(db, last)) ? null : { cause: 'FILE_UNREADABLE', lost: last };
  }
  if (kept === null || (await isRootAt(db, kept)) || (await isResumed(db, kept))) return null;
  return { cause: 'BEHIND', lost: kept };
}

async function isRootAt(db: Db, { size, root }: TreeState): Promise<boolean> {
  if ((await countLeaves(db)) < size) return false;
  const whole = { start: 0n, end: size };
  return hashFinder(await readTiles(db, tilesFor([whole])))(whole).equals(root);
}

export interface ResumeDeps extends DecisionDeps {
  keeper: Pick<LogKeeper, 'interruption'>;
}

/** The lost head becomes a leaf. */
export async function resumeLog(deps: ResumeDeps, decider: Decider & { reason: string }): Promise<Interruption> {
  const { db, clock, keeper } = deps;
  const { actorId, reason, ip } = decider;
  const found = await keeper.interruption();
  if (found === null) throw logIsNotInterrupted();
  const { cause, lost } = found;
  await transaction(db, async (tx) => {
    await requireFreshDecider(deps, tx, decider);
    await insertInterruption(tx, { lost, resumedBy: actorId, reason, at: clock.now() });
    const metadata = { cause, lostSize: lost.size, lostRoot: lost.root.toString('hex'), reason };
    await recordAudit(tx, [{ action: 'LOG_RESUMED', userId: null, actorId, metadata, ip }]);
  });
  return found;
}

/** Such a batch blocks neither the database nor the process for long. */
const ROWS_AT_ONCE = 5_000;
const TRANSFERS = 'transfers';

/** Every row below these ids is visible once the holders have ended. */
interface Mark {
  upTo: ReadonlyMap<string, bigint>;
  holders: readonly string[];
}

interface LogGrowth {
  /** Returns whether something was added. */
  grow(): Promise<boolean>;
}

interface GrowthDeps {
  /** Stops after the current batch. */
  isStopped: () => boolean;
  db: Db;
  sources: readonly LogSource[];
  sign: SignTree;
}

type SignTree = (tree: TreeState, last: SignedHead | null) => SignedHead;

/**
 * Ids do not commit in order, so a row with a lower id may appear after one with a higher id. So a mark is taken first,
 * with the transactions that hold ids then: after they have ended, no new row can appear below it.
 */
function createLogGrowth({ db, sources, sign, isStopped }: GrowthDeps): LogGrowth {
  const tables = [...new Set(sources.map(({ table }) => table).filter((table) => table !== LEDGER.table)), TRANSFERS];
  let pending: Mark | null = null;

  async function takeMark(): Promise<Mark> {
    // The order matters: ids that are taken later are above the mark.
    const ids = await lastIds(db, tables);
    const holders = await idHolders(db, tables);
    return { upTo: new Map(tables.map((table, index) => [table, ids[index] ?? 0n])), holders };
  }

  return {
    grow: async () => {
      pending ??= await takeMark();
      const holders = await stillRunning(db, pending.holders);
      if (holders.length > 0) {
        pending = { ...pending, holders };
        return false;
      }
      const { upTo } = pending;
      pending = null;
      let hasGrown = false;
      for (let more = true; more; ) {
        const step = await transaction(db, (tx) => growOnce(tx, sources, upTo, sign));
        hasGrown ||= step.hasGrown;
        more = step.more && !isStopped();
      }
      return hasGrown;
    },
  };
}

async function growOnce(
  tx: Tx,
  sources: readonly LogSource[],
  upTo: ReadonlyMap<string, bigint>,
  sign: SignTree,
): Promise<{ hasGrown: boolean; more: boolean }> {
  // The next statements see everything that the previous writer has committed.
  if (!(await tryLock(tx))) return { hasGrown: false, more: false };
  const ledger = await insertLedgerHeads(tx, upTo.get(TRANSFERS) ?? 0n);
  const [seen, waiting] = [
    await readSeen(
      tx,
      sources.map(({ kind }) => kind),
    ),
    await listWaiting(tx),
  ];
  const size = await countLeaves(tx);
  const found: { kind: string; batch: LeafBatch }[] = [];
  let { more } = ledger;
  // Terms are read after their results and stand before them in the log, so every result has its terms.
  for (const source of sources.toReversed()) {
    const { kind, rowsAtOnce = ROWS_AT_ONCE } = source;
    const decided = await takeDecided(tx, source, waiting.get(kind) ?? []);
    const from = seen.get(kind) ?? 0n;
    // Heads of the ledger are written under this lock, so all may be read.
    const mark = source === LEDGER ? ledger.lastId : (upTo.get(source.table) ?? 0n);
    const end = from + BigInt(rowsAtOnce);
    const to = mark < end ? mark : end;
    if (to < mark) more = true;
    const batch = to > from ? await takeRows(tx, source, from, to) : NOTHING;
    found.unshift({ kind, batch: decided }, { kind, batch });
  }
  const leaves = Buffer.concat(found.map(({ batch }) => batch.hashes));
  if (leaves.length > 0) await append(tx, size, leaves, spansOf(found, size), sign);
  return { hasGrown: leaves.length > 0, more };
}

const NOTHING: LeafBatch = { ids: [], hashes: Buffer.alloc(0), waiting: [] };

/** Stops waiting for rows that will never have a result. */
async function takeDecided(tx: Tx, source: LogSource, ids: readonly bigint[]): Promise<LeafBatch> {
  if (ids.length === 0) return NOTHING;
  const batch = await readRowsOf(tx, source, ids);
  const stillWaiting = new Set(batch.waiting);
  await removeWaiting(
    tx,
    source.kind,
    ids.filter((id) => !stillWaiting.has(id)),
  );
  return batch;
}

async function takeRows(tx: Tx, source: LogSource, from: bigint, to: bigint): Promise<LeafBatch> {
  const batch = await readRows(tx, source, from, to);
  await updateSeen(tx, source.kind, to);
  await addWaiting(tx, source.kind, batch.waiting);
  return batch;
}

/** Joins consecutive ids. */
function spansOf(found: readonly { kind: string; batch: LeafBatch }[], size: bigint): Span[] {
  const spans: Span[] = [];
  let next = size;
  for (const { kind, batch } of found) {
    for (const id of batch.ids) {
      const last = spans.at(-1);
      if (last?.kind === kind && last.lastId + 1n === id) last.lastId = id;
      else spans.push({ kind, firstId: id, lastId: id, firstLeaf: next });
      next += 1n;
    }
  }
  return spans;
}

async function append(tx: Tx, size: bigint, leaves: Buffer, spans: readonly Span[], sign: SignTree): Promise<void> {
  const tiles = appendLeaves(size, await readTiles(tx, edgeTiles(size)), leaves);
  await insertSpans(tx, spans);
  await upsertTiles(tx, tiles);
  const whole = { start: 0n, end: size + BigInt(leaves.length / 32) };
  const root = hashFinder(await readTiles(tx, tilesFor([whole])))(whole);
  await insertHead(tx, sign({ size: whole.end, root }, await findNewestHead(tx)));
}
