import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedFields } from './changed-fields.ts';

interface Fields {
  name: string;
  priceCents: bigint;
  startsAt: Date;
  closesAt: Date | null;
}

const before: Fields = { name: 'a', priceCents: 5n, startsAt: new Date(1), closesAt: null };

test('fields that differ are changed, with what was there before', () => {
  const given: Fields = { name: 'b', priceCents: 6n, startsAt: new Date(2), closesAt: new Date(3) };
  assert.deepEqual(changedFields(before, given), {
    name: { from: 'a', to: 'b' },
    priceCents: { from: 5n, to: 6n },
    startsAt: { from: new Date(1), to: new Date(2) },
    closesAt: { from: null, to: new Date(3) },
  });
});

test('a field that is left out, or given as it was, has not changed, times among them', () => {
  assert.deepEqual(changedFields<Fields>(before, {}), {});
  assert.deepEqual(changedFields(before, { ...before, startsAt: new Date(1) }), {});
});
