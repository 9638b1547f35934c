import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toId } from '../../../../platform/ids.ts';
import { offerAccepted, offerCancelled, offerDeclined, offerReceived } from './offers.notifications.ts';
import type { Offer } from './offers.types.ts';

const offer: Offer = {
  id: toId('311'),
  status: 'PENDING',
  isPublic: false,
  creator: { id: toId('5'), username: 'Ana', avatarUrl: null },
  acceptor: { id: toId('17'), username: 'Bia', avatarUrl: null },
  offered: [],
  asked: [],
  given: [],
  createdAt: new Date(),
  endedAt: null,
};

test('each side is told by the name of the other, with the swap', () => {
  const told = [offerReceived, offerAccepted, offerCancelled, offerDeclined].map((content) => content(offer));
  assert.deepEqual(
    told.map(({ message }) => message),
    [
      'Ana quer trocar itens com você.',
      'Bia aceitou a sua troca.',
      'Ana cancelou a troca que tinha proposto a você.',
      'Bia recusou a sua troca. Os itens estão disponíveis de novo.',
    ],
  );
  assert.deepEqual(
    told.map(({ en }) => en?.message),
    [
      'Ana wants to swap items with you.',
      'Bia has accepted your swap.',
      'Ana has cancelled the swap that was offered to you.',
      'Bia has declined your swap. The items are available again.',
    ],
  );
  for (const { type, metadata } of told) assert.deepEqual([type, metadata], ['SYSTEM', { swapId: '311' }]);
});
