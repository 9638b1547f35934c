import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STOP_AT, stripOf } from './ticket-strip.ts';

const tickets = [
  { userId: '1', firstTicket: 1, count: 3 },
  { userId: '2', firstTicket: 4, count: 2 },
  { userId: '1', firstTicket: 6, count: 1 },
  { userId: '3', firstTicket: 7, count: 4 },
];

test('the strip stops at the ticket of the winning index, and tickets of earlier winners are not on it', () => {
  const all = stripOf(tickets, new Set(), 5);
  assert.deepEqual(all[STOP_AT], { ticket: 6, userId: '1' });
  assert.deepEqual(all[STOP_AT + 1], { ticket: 7, userId: '3' });
  const later = stripOf(tickets, new Set(['1']), 5);
  assert.deepEqual(later[STOP_AT], { ticket: 10, userId: '3' });
  assert.deepEqual(later[STOP_AT + 1], { ticket: 4, userId: '2' }, 'after the last comes the first');
  assert.equal(
    later.some(({ userId }) => userId === '1'),
    false,
  );
  assert.deepEqual(stripOf(tickets, new Set(['1', '2', '3']), 0), []);
});
