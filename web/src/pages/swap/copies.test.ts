import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copiesFor } from './copies.ts';

const kind = (itemId: string) => ({ inventoryItemId: null, itemId, name: `item ${itemId}` });
const copy = (id: string, itemId: string) => ({ id, itemId });
const bound = (id: string, itemId: string) => ({
  ...copy(id, itemId),
  cannotLeave: { code: 'RESTRICTED_TO_GAMES', message: '' } as const,
});

test('each kind that is asked is given a copy of its own, and none that the offer names already', () => {
  const asked = [{ ...kind('1'), inventoryItemId: '10' }, kind('1'), kind('2'), kind('1')];
  const owned = [copy('10', '1'), copy('11', '1'), copy('12', '1'), copy('20', '2')];
  assert.deepEqual(copiesFor(asked, owned), { ids: ['11', '20', '12'] });
});

test('a copy that may not leave is given only where there is no other', () => {
  assert.deepEqual(copiesFor([kind('1')], [bound('10', '1'), copy('11', '1')]), { ids: ['11'] });
  assert.deepEqual(copiesFor([kind('1'), kind('1')], [bound('10', '1'), copy('11', '1')]), { ids: ['11', '10'] });
});

test('what there are too few copies of is named', () => {
  assert.deepEqual(copiesFor([kind('2'), kind('1'), kind('1')], [copy('10', '1'), copy('20', '2')]), {
    missing: 'item 1',
  });
});
