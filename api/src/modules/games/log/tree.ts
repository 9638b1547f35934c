import { hash } from 'node:crypto';
import type { Tile } from './log.records.ts';

// The tree of RFC 6962 is stored in tiles of 256 hashes, so a proof reads a few rows: level 0 has the leaves, each
// level above the roots of the full tiles below.

const HASH_BYTES = 32;
const TILE_HEIGHT = 8n;
const TILE_WIDTH = 1n << TILE_HEIGHT;
const NODE = Buffer.from([1]);

const nodeHash = (left: Buffer, right: Buffer): Buffer => hash('sha256', Buffer.concat([NODE, left, right]), 'buffer');

/** `end` is exclusive. */
export interface Range {
  start: bigint;
  end: bigint;
}

export const EMPTY_ROOT: Buffer = hash('sha256', '', 'buffer');

/** Orders the parts from the leaf upwards. */
export function inclusionRanges(index: bigint, { start, end }: Range): Range[] {
  if (end - start <= 1n) return [];
  const middle = start + splitOf(end - start);
  return index < middle
    ? [...inclusionRanges(index, { start, end: middle }), { start: middle, end }]
    : [...inclusionRanges(index, { start: middle, end }), { start, end: middle }];
}

export function consistencyRanges(size: bigint, { start, end }: Range, isWhole = true): Range[] {
  if (size === end - start) return isWhole ? [] : [{ start, end }];
  const split = splitOf(end - start);
  const middle = start + split;
  return size <= split
    ? [...consistencyRanges(size, { start, end: middle }, isWhole), { start: middle, end }]
    : [...consistencyRanges(size - split, { start: middle, end }, false), { start, end: middle }];
}

function splitOf(count: bigint): bigint {
  return 1n << BigInt((count - 1n).toString(2).length - 1);
}

export function tilesFor(ranges: readonly Range[]): Pick<Tile, 'level' | 'tile'>[] {
  const places = new Map<string, Pick<Tile, 'level' | 'tile'>>();
  for (const range of ranges) {
    for (const { level, first } of wholeParts(range)) {
      const tile = first / TILE_WIDTH;
      places.set(`${level} ${tile}`, { level, tile });
    }
  }
  return [...places.values()];
}

/** Orders the parts by size, the largest first. */
function wholeParts({ start, end }: Range): { level: number; first: bigint; count: bigint }[] {
  const parts = [];
  for (let at = start; at < end; ) {
    const rest = end - at;
    const height = BigInt(rest.toString(2).length - 1);
    const level = height / TILE_HEIGHT;
    parts.push({ level: Number(level), first: at >> (level * TILE_HEIGHT), count: 1n << (height % TILE_HEIGHT) });
    at += 1n << height;
  }
  return parts;
}

export function leafTiles({ start, end }: Range): Pick<Tile, 'level' | 'tile'>[] {
  const first = start / TILE_WIDTH;
  const count = Number((end - 1n) / TILE_WIDTH - first) + 1;
  return Array.from({ length: count }, (_, place) => ({ level: 0, tile: first + BigInt(place) }));
}

export function leafHashes(tiles: readonly Tile[], { start, end }: Range): Buffer[] {
  const find = hashFinder(tiles);
  return Array.from({ length: Number(end - start) }, (_, place) => {
    const leaf = start + BigInt(place);
    return find({ start: leaf, end: leaf + 1n });
  });
}

export function hashFinder(tiles: readonly Tile[]): (range: Range) => Buffer {
  const byPlace = new Map(tiles.map(({ level, tile, hashes }) => [`${level} ${tile}`, hashes]));
  const storedHashes = (level: number, first: bigint, count: bigint) => {
    const hashes = byPlace.get(`${level} ${first / TILE_WIDTH}`);
    const from = Number(first % TILE_WIDTH) * HASH_BYTES;
    const to = from + Number(count) * HASH_BYTES;
    if (hashes === undefined || hashes.length < to)
      throw new Error(`The log lacks hashes of level ${level} at ${first}`);
    return hashes.subarray(from, to);
  };
  return (range) => {
    if (range.start === range.end) return EMPTY_ROOT;
    const roots = wholeParts(range).map(({ level, first, count }) => rootOf(storedHashes(level, first, count)));
    return roots.reduceRight((right, left) => nodeHash(left, right));
  };
}

/** The number of hashes is a power of two. */
function rootOf(hashes: Buffer): Buffer {
  let row = hashes;
  while (row.length > HASH_BYTES) {
    const above = Buffer.allocUnsafe(row.length / 2);
    for (let at = 0; at < above.length; at += HASH_BYTES) {
      const pair = at * 2;
      nodeHash(row.subarray(pair, pair + HASH_BYTES), row.subarray(pair + HASH_BYTES, pair + 2 * HASH_BYTES)).copy(
        above,
        at,
      );
    }
    row = above;
  }
  return row;
}

export function edgeTiles(size: bigint): Pick<Tile, 'level' | 'tile'>[] {
  const places = [];
  for (let [level, count] = [0, size]; count > 0n; level += 1, count /= TILE_WIDTH) {
    if (count % TILE_WIDTH > 0n) places.push({ level, tile: count / TILE_WIDTH });
  }
  return places;
}

/** `edge` has the tiles of `edgeTiles`. */
export function appendLeaves(size: bigint, edge: readonly Tile[], leaves: Buffer): Tile[] {
  const written: Tile[] = [];
  let [level, count, added] = [0, size, leaves];
  while (added.length > 0) {
    const grown = growLevel(level, count, edge, added);
    written.push(...grown.tiles);
    [level, count, added] = [level + 1, count / TILE_WIDTH, grown.roots];
  }
  return written;
}

/** Returns the changed tiles, and the roots of new full ones. */
function growLevel(level: number, count: bigint, edge: readonly Tile[], added: Buffer) {
  const tileBytes = Number(TILE_WIDTH) * HASH_BYTES;
  const begun = edge.find((each) => each.level === level)?.hashes ?? Buffer.alloc(0);
  if (BigInt(begun.length / HASH_BYTES) !== count % TILE_WIDTH)
    throw new Error(`The log lacks its edge on level ${level}`);
  const row = Buffer.concat([begun, added]);
  const tiles: Tile[] = [];
  const roots: Buffer[] = [];
  for (let at = 0; at < row.length; at += tileBytes) {
    const hashes = row.subarray(at, at + tileBytes);
    tiles.push({ level, tile: count / TILE_WIDTH + BigInt(at / tileBytes), hashes });
    if (hashes.length === tileBytes) roots.push(rootOf(hashes));
  }
  return { tiles, roots: Buffer.concat(roots) };
}
