import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HASH_MAX } from './constants.ts';
import { rollOf } from './roll.ts';
import { seedHash } from './seed.ts';

const BINS = 1_000;

// These are quantiles of χ² with 999 degrees of freedom at p = 0.001 and p = 0.999. The seeds are fixed, so the test
// passes always or never.
const CHI_SQUARE_LOW = 866;
const CHI_SQUARE_HIGH = 1143;

function chiSquare(max: number, rolls: number, rollAt: (index: number) => number): number {
  const counts = new Uint32Array(BINS);
  for (let index = 0; index < rolls; index += 1) {
    const bin = Math.floor(((rollAt(index) - 1) * BINS) / max);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const expected = rolls / BINS;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

test('rolls over one seed and many nonces are spread evenly', () => {
  const serverSeed = seedHash('distribution');
  const spread = chiSquare(HASH_MAX, 200_000, (nonce) => rollOf({ serverSeed, clientSeed: 'client', nonce }));
  assert.ok(spread > CHI_SQUARE_LOW && spread < CHI_SQUARE_HIGH, `χ² = ${spread}`);
});

test('rolls over many seeds are spread evenly', () => {
  const spread = chiSquare(BINS, 50_000, (index) =>
    rollOf({ serverSeed: `seed ${index}`, clientSeed: '', nonce: 0, max: BINS }),
  );
  assert.ok(spread > CHI_SQUARE_LOW && spread < CHI_SQUARE_HIGH, `χ² = ${spread}`);
});
