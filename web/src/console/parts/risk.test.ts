import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReviewRisk } from '../../data/generated/api.ts';
import { levelOf, reasonsOf } from './risk.ts';

const CALM: ReviewRisk = {
  status: 'ACTIVE',
  exclusion: null,
  withdrawalsSuspended: false,
  suspicions: [],
  accountCreatedAt: '2026-01-01T00:00:00.000Z',
  accountAgeDays: 300,
  returnedDeposits: { count: 0, cents: '0' },
  proposal: null,
};
const levelWith = (change: Partial<ReviewRisk>, debtCents = '0') =>
  levelOf(reasonsOf({ ...CALM, ...change }, debtCents));

test('nothing against somebody is a low risk', () => {
  assert.deepEqual(reasonsOf(CALM, '0'), []);
  assert.equal(levelWith({}), 'low');
});

test('what keeps money from leaving is a high risk, whatever else is known', () => {
  assert.equal(levelWith({ status: 'SUSPENDED' }), 'high');
  assert.equal(levelWith({ withdrawalsSuspended: true }), 'high');
  assert.equal(levelWith({}, '1'), 'high');
  assert.equal(levelWith({ suspicions: ['DEPOSIT_WITHDRAW_WITHOUT_PLAY', 'SHARED_ADDRESS'] }), 'high');
});

test('what is only worth a look is a medium risk, the gravest reason first', () => {
  assert.equal(levelWith({ suspicions: ['SHARED_ADDRESS'] }), 'medium');
  assert.equal(levelWith({ accountAgeDays: 0 }), 'medium');
  const known = { suspicions: ['WINS_BEYOND_ODDS', 'SHARED_ADDRESS'], returnedDeposits: { count: 1, cents: '500' } };
  assert.deepEqual(reasonsOf({ ...CALM, ...known }, '0'), ['SHARED_ADDRESS', 'WINS_BEYOND_ODDS', 'RETURNED_DEPOSITS']);
});
