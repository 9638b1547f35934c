import type { Db } from '../../../platform/database/db.ts';
import type { LogKeeper } from './keep-log.ts';
import { headNotFound, leafNotFound, logIsInterrupted, noHeadYet, wrongSizes } from './log.errors.ts';
import {
  findFirstHeadWith,
  findHead,
  findLeaf,
  findLeafText,
  findNewestHead,
  findRunId,
  findSkippedId,
  listSpans,
  readTiles,
} from './log.sql.ts';
import type { LogSource, SignedHead, Span } from './log.types.ts';
import { COMMITMENTS, SKIPPED } from './sources.ts';
import { consistencyRanges, hashFinder, inclusionRanges, leafHashes, leafTiles, type Range, tilesFor } from './tree.ts';

export interface LogReads {
  db: Db;
  keeper: Pick<LogKeeper, 'interruption'>;
  sources: readonly LogSource[];
}

/** The newest head; 503 while the log does not go on from what was signed before. */
export async function readNewestHead({ db, keeper }: LogReads): Promise<SignedHead> {
  if ((await keeper.interruption()) !== null) throw logIsInterrupted();
  const head = await findNewestHead(db);
  if (head === null) throw noHeadYet();
  return head;
}

/** One that was signed at a size; the newest where none is named. */
export async function readHead(reads: LogReads, size: number | undefined): Promise<SignedHead> {
  if (size === undefined) return readNewestHead(reads);
  const head = await findHead(reads.db, BigInt(size));
  if (head === null) throw headNotFound();
  return head;
}

export interface ProvenLeaf {
  kind: string;
  id: string;
  index: number;
  leafHash: Buffer;
  head: SignedHead;
  proof: Buffer[];
}

/** Where the leaf of a row is in the tree of a head, and the hashes that prove it. */
export async function proveLeaf(reads: LogReads, { kind, id, size }: LeafQuery): Promise<ProvenLeaf> {
  const head = await readHead(reads, size);
  const index = await findLeaf(reads.db, kind, BigInt(id));
  if (index === null || index >= head.size) throw leafNotFound();
  return proveIn(reads, { kind, id, index, head });
}

/** The same in the oldest head that has the leaf: whoever made the leaf could not know what is newer. Null if it is in no head yet. */
export async function proveLeafFirst(reads: LogReads, { kind, id }: LeafName): Promise<ProvenLeaf | null> {
  const index = await findLeaf(reads.db, kind, BigInt(id));
  const head = index === null ? null : await findFirstHeadWith(reads.db, index);
  return index === null || head === null ? null : proveIn(reads, { kind, id, index, head });
}

async function proveIn(
  reads: LogReads,
  { kind, id, index, head }: LeafName & { index: bigint; head: SignedHead },
): Promise<ProvenLeaf> {
  const [leafHash, ...proof] = await readHashes(reads.db, [
    { start: index, end: index + 1n },
    ...inclusionRanges(index, { start: 0n, end: head.size }),
  ]);
  return { kind, id, index: Number(index), leafHash: leafHash as Buffer, head, proof };
}

interface LeafName {
  kind: string;
  id: string;
}

interface LeafQuery extends LeafName {
  size?: number | undefined;
}

/** The hashes that prove that the tree of one head is the begin of the tree of another. */
export async function proveExtension(reads: LogReads, { from, to }: { from: number; to?: number | undefined }) {
  const [earlier, later] = [await readHead(reads, from), await readHead(reads, to)];
  if (earlier.size > later.size) throw wrongSizes();
  const proof = await readHashes(reads.db, consistencyRanges(earlier.size, { start: 0n, end: later.size }));
  return { earlier, later, proof };
}

export interface NamedLeaf {
  kind: string;
  id: bigint;
  hash: Buffer;
}

/** Leaves that follow each other, up to the newest head; none from there on. */
export async function listLeaves(reads: LogReads, from: number, limit: number) {
  const { size } = await readNewestHead(reads);
  const range = { start: BigInt(from), end: minOf(BigInt(from + limit), size) };
  if (range.start >= range.end) return { size, leaves: [] };
  const [spans, tiles] = await Promise.all([
    listSpans(reads.db, range.start, range.end),
    readTiles(reads.db, leafTiles(range)),
  ]);
  const hashes = leafHashes(tiles, range);
  const leaves = spans
    .flatMap((span) => rowsOf(span, range))
    .map((row, place) => ({ ...row, hash: hashes[place] as Buffer }));
  return { size, leaves };
}

const minOf = (one: bigint, other: bigint) => (one < other ? one : other);

/** The rows of a span whose leaves are within a range. */
function rowsOf({ kind, firstId, lastId, firstLeaf }: Span, { start, end }: Range): Omit<NamedLeaf, 'hash'>[] {
  const first = firstLeaf < start ? firstId + start - firstLeaf : firstId;
  const last = minOf(lastId, firstId + end - firstLeaf - 1n);
  return Array.from({ length: Number(last - first) + 1 }, (_, place) => ({ kind, id: first + BigInt(place) }));
}

async function readHashes(db: Db, ranges: readonly Range[]): Promise<Buffer[]> {
  return ranges.map(hashFinder(await readTiles(db, tilesFor(ranges))));
}

/** The text of a leaf that everybody may see, as its rows give it now: who altered them gets another one. */
export async function readLeafText({ db, sources }: LogReads, kind: string, id: string): Promise<string> {
  const source = sources.find((each) => each.kind === kind);
  const text = source === undefined ? null : await findLeafText(db, source, BigInt(id));
  if (text === null) throw leafNotFound();
  return text;
}

/** The leaf that holds the hash of a nonce of a stream. */
export const readCommitmentLeaf = async (reads: LogReads, stream: string, nonce: number) =>
  namedLeaf(reads, COMMITMENTS.kind, await findRunId(reads.db, stream, nonce));

/** The leaf that says that a nonce of a stream was taken and never rolled. */
export const readSkippedLeaf = async (reads: LogReads, stream: string, nonce: number) =>
  namedLeaf(reads, SKIPPED.kind, await findSkippedId(reads.db, stream, nonce));

async function namedLeaf(reads: LogReads, kind: string, id: bigint | null) {
  if (id === null) throw leafNotFound();
  return { kind, id: String(id), text: await readLeafText(reads, kind, String(id)) };
}
