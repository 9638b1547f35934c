import type { Db } from '../../../platform/database/db.ts';
import type { LogKeeper } from './keep-log.ts';
import {
  headNotFound,
  type LogSource,
  leafNotFound,
  logIsInterrupted,
  noHeadYet,
  type SignedHead,
  type Span,
  wrongSizes,
} from './log.records.ts';
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
import { COMMITMENTS, SKIPPED } from './sources.ts';
import { consistencyRanges, hashFinder, inclusionRanges, leafHashes, leafTiles, type Range, tilesFor } from './tree.ts';

export interface LogReads {
  db: Db;
  keeper: Pick<LogKeeper, 'interruption'>;
  sources: readonly LogSource[];
}

export async function readNewestHead({ db, keeper }: LogReads): Promise<SignedHead> {
  if ((await keeper.interruption()) !== null) throw logIsInterrupted();
  const head = await findNewestHead(db);
  if (head === null) throw noHeadYet();
  return head;
}

/** It is the newest head without a size. */
export async function readHead(reads: LogReads, size: number | undefined): Promise<SignedHead> {
  if (size === undefined) return readNewestHead(reads);
  const head = await findHead(reads.db, BigInt(size));
  if (head === null) throw headNotFound();
  return head;
}

interface LeafName {
  kind: string;
  id: string;
}

export interface ProvenLeaf extends LeafName {
  index: number;
  leafHash: Buffer;
  head: SignedHead;
  proof: Buffer[];
}

export async function proveLeaf(
  reads: LogReads,
  { kind, id, size }: LeafName & { size?: number | undefined },
): Promise<ProvenLeaf> {
  const head = await readHead(reads, size);
  const index = await findLeaf(reads.db, kind, BigInt(id));
  if (index === null || index >= head.size) throw leafNotFound();
  return proveIn(reads, { kind, id, index, head });
}

/** The writer of the oldest head with the leaf cannot have known anything newer. Returns null before it. */
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

export async function proveExtension(reads: LogReads, { from, to }: { from: number; to?: number | undefined }) {
  const [earlier, later] = [await readHead(reads, from), await readHead(reads, to)];
  if (earlier.size > later.size) throw wrongSizes();
  const proof = await readHashes(reads.db, consistencyRanges(earlier.size, { start: 0n, end: later.size }));
  return { earlier, later, proof };
}

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

function rowsOf({ kind, firstId, lastId, firstLeaf }: Span, { start, end }: Range): { kind: string; id: bigint }[] {
  const first = firstLeaf < start ? firstId + start - firstLeaf : firstId;
  const last = minOf(lastId, firstId + end - firstLeaf - 1n);
  return Array.from({ length: Number(last - first) + 1 }, (_, place) => ({ kind, id: first + BigInt(place) }));
}

async function readHashes(db: Db, ranges: readonly Range[]): Promise<Buffer[]> {
  return ranges.map(hashFinder(await readTiles(db, tilesFor(ranges))));
}

/** An altered row gives another text. */
export async function readLeafText({ db, sources }: LogReads, kind: string, id: string): Promise<string> {
  const source = sources.find((each) => each.kind === kind);
  const text = source === undefined ? null : await findLeafText(db, source, BigInt(id));
  if (text === null) throw leafNotFound();
  return text;
}

export const readCommitmentLeaf = async (reads: LogReads, stream: string, nonce: number) =>
  namedLeaf(reads, COMMITMENTS.kind, await findRunId(reads.db, stream, nonce));

export const readSkippedLeaf = async (reads: LogReads, stream: string, nonce: number) =>
  namedLeaf(reads, SKIPPED.kind, await findSkippedId(reads.db, stream, nonce));

async function namedLeaf(reads: LogReads, kind: string, id: bigint | null) {
  if (id === null) throw leafNotFound();
  return { kind, id: String(id), text: await readLeafText(reads, kind, String(id)) };
}
