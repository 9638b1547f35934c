import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import type { LeafBatch, LogSource, SignedHead, Span, TreeState } from './log.records.ts';
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
import { LEDGER } from './sources.ts';
import { appendLeaves, edgeTiles, hashFinder, tilesFor } from './tree.ts';

/** Such a batch blocks neither the database nor the process for long. */
const ROWS_AT_ONCE = 5_000;
const TRANSFERS = 'transfers';

/** Every row below these ids is visible once the holders have ended. */
interface Mark {
  upTo: ReadonlyMap<string, bigint>;
  holders: readonly string[];
}

export interface LogGrowth {
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
export function createLogGrowth({ db, sources, sign, isStopped }: GrowthDeps): LogGrowth {
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
