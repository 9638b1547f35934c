import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toId } from '../../../../platform/ids.ts';
import { casesOpened } from './openings.notifications.ts';

const opened = (id: string, name: string, itemValueCents: bigint, isFlip = false) => ({
  id: toId<'case-opening'>(id),
  item: { name },
  playable: { name: 'Neon' },
  itemValueCents,
  isFlip,
});

test('one opening is told with the item that was won', () => {
  assert.deepEqual(casesOpened([opened('7', '★ Karambit | Doppler', 90_000n, true)]), {
    type: 'CASE_OPENING',
    title: 'Caixa aberta',
    message: 'Você abriu uma caixa e ganhou ★ Karambit | Doppler.',
    en: { title: 'The case is open', message: 'You have opened a case and won ★ Karambit | Doppler.' },
    metadata: { itemName: '★ Karambit | Doppler', isFlip: true, openingId: '7' },
  });
});

test('several openings are told once, with their number, the case and the best item', () => {
  const openings = [
    opened('7', 'P250 | Sand Dune', 3n),
    opened('8', '★ Karambit | Doppler', 90_000n, true),
    opened('9', 'AK-47 | Redline', 2_000n),
  ];
  assert.deepEqual(casesOpened(openings), {
    type: 'CASE_OPENING',
    title: '3 aberturas de Neon',
    message: 'Você abriu 3 caixas de uma vez. O melhor item foi ★ Karambit | Doppler.',
    en: {
      title: '3 openings of Neon',
      message: 'You have opened 3 cases at once. The best item was ★ Karambit | Doppler.',
    },
    metadata: { itemName: '★ Karambit | Doppler', isFlip: true, openingId: '8', count: 3, caseName: 'Neon' },
  });
});
