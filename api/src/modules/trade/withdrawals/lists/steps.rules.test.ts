import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WithdrawalStatus } from '../withdrawals.types.ts';
import { stepsOf } from './steps.rules.ts';

const minute = (number: number) => new Date(Date.UTC(2026, 10, 15, 12, number));
const fresh = {
  createdAt: minute(0),
  updatedAt: minute(9),
  decidedAt: null,
  boughtAt: null,
  tradeSentAt: null,
  completedAt: null,
  sendUntil: null,
};
type Times = Partial<Record<keyof typeof fresh, Date | null>>;

/** Each step with its minute and that of its deadline. */
const shown = (status: WithdrawalStatus, times: Times = {}) =>
  stepsOf({ ...fresh, ...times, status } as Parameters<typeof stepsOf>[0]).map(({ name, state, at, deadline }) =>
    [name, state, at?.getMinutes() ?? '-', deadline?.getMinutes() ?? '-'].join(' '),
  );

test('one that a person looks at says so, and nothing is bought before', () => {
  assert.deepEqual(shown('PENDING_APPROVAL'), [
    'REQUESTED DONE 0 -',
    'REVIEWED NOW - -',
    'BOUGHT LATER - -',
    'SENT LATER - -',
    'ACCEPTED LATER - -',
  ]);
  assert.deepEqual(shown('PENDING', { decidedAt: minute(3) }).slice(1, 3), ['REVIEWED DONE 3 -', 'BOUGHT NOW - -']);
});

test('what is done has its time, what is waited for its deadline', () => {
  const bought = { boughtAt: minute(1), sendUntil: minute(30) };
  const begun = ['REQUESTED DONE 0 -', 'BOUGHT DONE 1 -'];
  assert.deepEqual(shown('WAITING_SELLER', bought), [...begun, 'SENT NOW - 30', 'ACCEPTED LATER - -']);
  const sent = { ...bought, tradeSentAt: minute(4) };
  assert.deepEqual(shown('TRADE_SENT', sent), [...begun, 'SENT DONE 4 -', 'ACCEPTED NOW - -']);
  assert.deepEqual(shown('COMPLETED', { ...sent, completedAt: minute(5) }), [
    ...begun,
    'SENT DONE 4 -',
    'ACCEPTED DONE 5 -',
  ]);
});

test('what nobody saw is done without a time', () => {
  assert.deepEqual(shown('COMPLETED', { completedAt: minute(5) }).slice(1), [
    'BOUGHT DONE - -',
    'SENT DONE - -',
    'ACCEPTED DONE 5 -',
  ]);
});

test('what came to nothing ends there, with what had happened until then', () => {
  assert.deepEqual(shown('FAILED'), ['REQUESTED DONE 0 -', 'ENDED FAILED 9 -']);
  const rejected = ['REQUESTED DONE 0 -', 'REVIEWED DONE 3 -', 'ENDED FAILED 9 -'];
  assert.deepEqual(shown('CANCELLED', { decidedAt: minute(3) }), rejected);
  const unsent = ['REQUESTED DONE 0 -', 'BOUGHT DONE 1 -', 'ENDED FAILED 9 -'];
  assert.deepEqual(shown('CANCELLED', { boughtAt: minute(1) }), unsent);
});
