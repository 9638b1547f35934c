import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedFields } from './cases.rules.ts';

test('only fields that differ are changed', () => {
  const before = { name: 'A', imageUrl: 'u', category: 'c', priceCents: 5n, status: 'DRAFT' as const };
  assert.deepEqual(changedFields(before, { name: 'A', priceCents: 6n, status: 'ACTIVE' }), {
    priceCents: { from: 5n, to: 6n },
    status: { from: 'DRAFT', to: 'ACTIVE' },
  });
});
