import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import {
  addWaiting,
  countLeaves,
  findNewestHead,
  idHolders,
  insertHead,
  insertLedgerHeads,
  insertSpans,
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
import type { LeafBatch, LogSource, SignedHead, Span, TreeState } from './log.types.ts';
import { LEDGER } from './sources.ts';
import { appendLeaves, edgeTiles, hashFinder, tilesFor } from './tree.ts';

/** Ids that are read at once: a batch neither holds the database nor the process for long. */
const ROWS_AT_ONCE = 5_000;
const TRANSFERS = 'transfers';

/** Up to which id the rows of each table are all there, once some transactions have ended. */
interface Mark {
  upTo: ReadonlyMap<string, bigint>;
  holders: readonly string[];
}

export interface LogGrowth {
  /** Adds the leaves of rows that are there for good, and signs the tree that they make. True where something was added. */
  grow(): Promise<boolean>;
}

interface GrowthDeps {
  /** Whether to leave the rest for later. */
  isStopped: () => boolean;
  db: Db;
  sources: readonly LogSource[];
  sign: SignTree;
}

/** `last` is the head before, if there is one. */
type SignTree = (tree: TreeState, last: SignedHead | null) => SignedHead;

/**
 * Adds rows to the tree beside the plays that write them. Ids are not committed in their order, so that a row with a lower id
 * may come to light after one with a higher. A mark is therefore taken first, with the transactions that hold an id then: when
 * these have ended, every row below the mark is there that will ever be.
 */
export function createLogGrowth({ db, sources, sign, isStopped }: GrowthDeps): LogGrowth {
  const tables = [...new Set(sources.map(({ table }) => table).filter((table) => table !== LEDGER.table)), TRANSFERS];
  let pending: Mark | null = null;

  async function takeMark(): Promise<Mark> {
    // In this order: who takes an id later takes one above the mark.
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

/** One batch of each kind, and a head over all of them. */
async function growOnce(
  tx: Tx,
  sources: readonly LogSource[],
  upTo: ReadonlyMap<string, bigint>,
  sign: SignTree,
): Promise<{ hasGrown: boolean; more: boolean }> {
  // A statement of its own: those after it see everything that the writer before has committed.
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
  // The last kind is read first: a result that is there has its terms, which are read after it and stand before it.
  for (const source of sources.toReversed()) {
    const { kind, rowsAtOnce = ROWS_AT_ONCE } = source;
    const decided = await takeDecided(tx, source, waiting.get(kind) ?? []);
    const from = seen.get(kind) ?? 0n;
    // Heads of the ledger are written under this lock: all that there are may be read.
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

/** Rows that were seen before they were decided. Those that never will be are waited for no longer. */
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

/** Ids that follow each other are one span. */
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
