import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AdminRaffle } from '../../../data/generated/api.ts';
import { bodyOf, draftOf } from './raffle-draft.ts';

test('the randomness of a new raffle is left to the API until somebody chooses', () => {
  const draft = draftOf(null);
  assert.equal('randomness' in bodyOf(draft, 500n), false);
  assert.equal(bodyOf({ ...draft, randomness: 'server' }, 500n).randomness, 'server');
});

test('a raffle that is edited keeps what it has, its randomness too', () => {
  const item = { id: '7', name: 'AK-47', imageUrl: 'https://example.com/ak.png' };
  const kept = {
    name: 'Rifa da sexta',
    description: 'Um prêmio.',
    imageUrl: 'https://example.com/rifa.png',
    ticketPriceCents: '505',
    maxTickets: 30,
    maxTicketsPerUser: null,
    closesAt: '2026-11-20T18:30:00.000Z',
    randomness: 'server',
  };
  const raffle = { ...kept, prizes: [{ item, valueCents: '9000' }] } as unknown as AdminRaffle;
  const draft = draftOf(raffle);
  assert.equal(draft.price, '5,05');
  assert.deepEqual(bodyOf(draft, 505n), { ...kept, prizes: [{ displayOrder: 0, itemId: '7' }] });
});
