import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedFields } from './cases.rules.ts';

test('only fields that differ are changed', () => {
  const shown = { name: 'A', slug: 'a', description: '', imageUrl: 'u', category: 'c', displayOrder: 1 };
  const before = { ...shown, priceCents: 5n, status: 'DRAFT' as const };
  const given = {
    name: 'A',
    slug: 'b',
    description: 'Text',
    displayOrder: 0,
    priceCents: 6n,
    status: 'ACTIVE' as const,
  };
  assert.deepEqual(changedFields(before, given), {
    slug: { from: 'a', to: 'b' },
    description: { from: '', to: 'Text' },
    displayOrder: { from: 1, to: 0 },
    priceCents: { from: 5n, to: 6n },
    status: { from: 'DRAFT', to: 'ACTIVE' },
  });
});
