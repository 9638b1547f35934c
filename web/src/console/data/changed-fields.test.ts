import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedFields } from './changed-fields.ts';

const ITEM = { name: 'AK-47', originalPriceCents: '1000', marginPercent: 20 };

test('a price that nobody touched is not sent with a new name, whatever it has become', () => {
  assert.deepEqual(changedFields({ ...ITEM, originalPriceCents: '1200' }, { name: 'AK-47 | Redline' }), {
    name: 'AK-47 | Redline',
  });
});

test('what was typed and taken back, or is stored by now, is no change', () => {
  assert.deepEqual(changedFields(ITEM, { name: 'AK-47', originalPriceCents: '1000', marginPercent: 25 }), {
    marginPercent: 25,
  });
  assert.deepEqual(changedFields(ITEM, {}), {});
});
