import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HASH_MAX } from '@lisura/fairness';
import { changedFields, theoreticalRtp } from './cases.rules.ts';

test('the theoretical RTP is exact and rounded once, a half up', () => {
  const half = (valueCentsBrl: bigint, start: number, end: number) => ({
    hashRangeStart: start,
    hashRangeEnd: end,
    valueCentsBrl,
  });
  assert.equal(theoreticalRtp([half(900n, 1, HASH_MAX)], 1_000n), '90.0000');
  assert.equal(theoreticalRtp([half(0n, 1, 5_000_000), half(1n, 5_000_001, HASH_MAX)], 3n), '16.6667');
  // 5 rolls that pay one cent at a price of one cent: 0.00005 percent.
  assert.equal(theoreticalRtp([half(1n, 1, 5), half(0n, 6, HASH_MAX)], 1n), '0.0001');
  assert.equal(theoreticalRtp([half(1n, 1, 4), half(0n, 5, HASH_MAX)], 1n), '0.0000');
  assert.equal(theoreticalRtp([half(9_007_199_254_740_993n, 1, HASH_MAX)], 1n), '900719925474099300.0000');
});

test('only fields that differ are changed', () => {
  const before = { name: 'A', imageUrl: 'u', category: 'c', priceCents: 5n, status: 'DRAFT' as const };
  assert.deepEqual(changedFields(before, { name: 'A', priceCents: 6n, status: 'ACTIVE' }), {
    priceCents: { from: 5n, to: 6n },
    status: { from: 'DRAFT', to: 'ACTIVE' },
  });
});
