import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { isExtended, isIncluded } from '@lisura/fairness';
import fc from 'fast-check';
import type { Tile } from './log.records.ts';
import { appendLeaves, consistencyRanges, edgeTiles, hashFinder, inclusionRanges, tilesFor } from './tree.ts';

/** The fairness package checks the proofs with a tree of its own. */
function createLog() {
  const tiles = new Map<string, Tile>();
  let size = 0n;
  const read = (places: readonly Pick<Tile, 'level' | 'tile'>[]) =>
    places.flatMap(({ level, tile }) => tiles.get(`${level} ${tile}`) ?? []);
  const hashesOf = (ranges: { start: bigint; end: bigint }[]) =>
    ranges.map(hashFinder(read(tilesFor(ranges)))).map((hash) => hash.toString('hex'));
  return {
    grow: (count: number) => {
      const leaves = Array.from({ length: count }, (_, place) => leafAt(Number(size) + place));
      for (const each of appendLeaves(size, read(edgeTiles(size)), Buffer.concat(leaves))) {
        tiles.set(`${each.level} ${each.tile}`, each);
      }
      size += BigInt(count);
    },
    tree: (at: number) => ({ size: at, root: hashesOf([{ start: 0n, end: BigInt(at) }])[0] as string }),
    inclusion: (index: number, at: number) => hashesOf(inclusionRanges(BigInt(index), { start: 0n, end: BigInt(at) })),
    consistency: (from: number, to: number) =>
      hashesOf(consistencyRanges(BigInt(from), { start: 0n, end: BigInt(to) })),
  };
}
const leafAt = (place: number) => createHash('sha256').update(String(place)).digest();

test('however the log grows, every leaf and every growth is proven', () => {
  const steps = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 200, max: 600 })), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(steps, fc.nat(), fc.nat(), (counts, one, other) => {
      const log = createLog();
      for (const count of counts) log.grow(count);
      const size = counts.reduce((sum, count) => sum + count, 0);
      const [index, from] = [one % size, 1 + (other % size)];
      const leafHash = leafAt(index).toString('hex');
      assert.ok(isIncluded({ leafHash, index, proof: log.inclusion(index, size) }, log.tree(size)));
      assert.ok(isExtended(log.tree(from), log.tree(size), log.consistency(from, size)));
    }),
    { numRuns: 100 },
  );
});

test('a log of three levels of tiles proves the same as one that was grown at once', () => {
  const size = 256 * 256 + 300;
  const [steps, atOnce] = [createLog(), createLog()];
  for (let grown = 0; grown < size; grown += 4_096) steps.grow(Math.min(4_096, size - grown));
  atOnce.grow(size);
  assert.deepEqual(steps.tree(size), atOnce.tree(size));
  for (const index of [0, 255, 256, 65_535, 65_536, size - 1]) {
    const leafHash = leafAt(index).toString('hex');
    assert.ok(isIncluded({ leafHash, index, proof: steps.inclusion(index, size) }, steps.tree(size)), `${index}`);
  }
  for (const from of [1, 255, 256, 257, 65_535, 65_536, 65_537, size]) {
    assert.ok(isExtended(steps.tree(from), steps.tree(size), steps.consistency(from, size)), `${from}`);
  }
});
