import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnderWay, stepsOf } from './steps.ts';

const createdAt = '2026-11-15T20:31:00.000Z';
const sendUntil = '2026-11-15T22:32:00.000Z';
const shown = (status: Parameters<typeof isUnderWay>[0]) =>
  stepsOf({ status, createdAt, sendUntil, completedAt: null }).map(({ name, state }) => `${name} ${state}`);

test('one that a person looks at says so, and nothing is bought before', () => {
  assert.deepEqual(shown('PENDING_APPROVAL'), [
    'requested done',
    'reviewed now',
    'bought later',
    'sent later',
    'accepted later',
    'delivered later',
  ]);
});

test('one step is now, what is before it is done and what is after it is to come', () => {
  assert.deepEqual(shown('WAITING_SELLER'), [
    'requested done',
    'bought done',
    'sent now',
    'accepted later',
    'delivered later',
  ]);
  assert.deepEqual(shown('TRADE_SENT').slice(2), ['sent done', 'accepted now', 'delivered later']);
  assert.ok(shown('COMPLETED').every((step) => step.endsWith(' done')));
});

test('the deadline of the seller is told while it matters', () => {
  const sentAt = (status: 'WAITING_SELLER' | 'TRADE_SENT') =>
    stepsOf({ status, createdAt, sendUntil }).find(({ name }) => name === 'sent')?.at;
  assert.equal(sentAt('WAITING_SELLER'), sendUntil);
  assert.equal(sentAt('TRADE_SENT'), null);
});

test('what has failed ends there', () => {
  assert.deepEqual(shown('FAILED'), ['requested done', 'ended failed']);
  assert.ok(!isUnderWay('CANCELLED') && isUnderWay('PENDING_APPROVAL'));
});
