import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toId } from '../../../../platform/ids.ts';
import { caseOpened } from './openings.notifications.ts';

test('an opening is told with what was won', () => {
  assert.deepEqual(caseOpened({ id: toId('7'), item: { name: '★ Karambit | Doppler' }, isFlip: true }), {
    type: 'CASE_OPENING',
    title: 'Caixa aberta',
    message: 'Você abriu uma caixa e ganhou ★ Karambit | Doppler.',
    en: { title: 'The case is open', message: 'You have opened a case and won ★ Karambit | Doppler.' },
    metadata: { itemName: '★ Karambit | Doppler', isFlip: true, openingId: '7' },
  });
});
