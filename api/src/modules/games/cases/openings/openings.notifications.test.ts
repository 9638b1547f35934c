import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caseOpened } from './openings.notifications.ts';

test('an opening is told with what was won', () => {
  assert.deepEqual(caseOpened({ item: { name: '★ Karambit | Doppler' }, isFlip: true }), {
    type: 'CASE_OPENING',
    title: 'Caixa aberta',
    message: 'Você abriu uma caixa e ganhou ★ Karambit | Doppler.',
    metadata: { itemName: '★ Karambit | Doppler', isFlip: true },
  });
});
