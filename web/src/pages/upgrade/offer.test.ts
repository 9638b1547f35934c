import assert from 'node:assert/strict';
import { test } from 'node:test';
import { angleOf, offerOf } from './offer.ts';

const rules = { edgePercent: '10', maxChancePercent: '90' };

test('the chance of a stake is what the server computes, and the winning arc ends at twelve', () => {
  const found = offerOf({ itemCount: 3, totalCents: 30_000n, targetCents: 58_830n, rules });
  assert.ok('offer' in found);
  assert.equal(found.offer.chancePercent, '45.8949');
  assert.equal(found.offer.threshold, 5_410_510);
  assert.equal(angleOf(10_000_000), 360);
  assert.ok(angleOf(found.offer.threshold) > 180);
});

test('a stake that cannot be played says why', () => {
  const problemOf = (itemCount: number, totalCents: bigint, targetCents: bigint | null) =>
    offerOf({ itemCount, totalCents, targetCents, rules });
  assert.deepEqual(problemOf(0, 0n, 500n), { problem: 'noItems' });
  assert.deepEqual(problemOf(1, 100n, null), { problem: 'noTarget' });
  assert.deepEqual(problemOf(1, 500n, 500n), { problem: 'targetTooCheap' });
  assert.deepEqual(problemOf(1, 1n, 10_000_000n), { problem: 'chanceTooLow' });
});
