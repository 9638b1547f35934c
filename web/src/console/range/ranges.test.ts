import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenRange, daysOf, presetRange, rangeBefore, todayOf } from './ranges.ts';

test('the day is that of São Paulo', () => {
  assert.equal(todayOf(Date.parse('2026-11-17T02:59:00Z')), '2026-11-16');
  assert.equal(todayOf(Date.parse('2026-11-17T03:00:00Z')), '2026-11-17');
});

test('ranges end today, and the one before is as long and ends a day earlier', () => {
  assert.deepEqual(presetRange('hoje', '2026-11-16'), { from: '2026-11-16', to: '2026-11-16' });
  assert.deepEqual(presetRange('mes', '2026-11-16'), { from: '2026-11-01', to: '2026-11-16' });
  const range = presetRange('30d', '2026-11-16');
  assert.deepEqual(range, { from: '2026-10-18', to: '2026-11-16' });
  assert.equal(daysOf(range), 30);
  assert.deepEqual(rangeBefore(range), { from: '2026-09-18', to: '2026-10-17' });
});

test('days of the address are put in order, cut to what the API takes, or refused', () => {
  assert.deepEqual(chosenRange('2026-11-05', '2026-11-01'), { from: '2026-11-01', to: '2026-11-05' });
  assert.equal(daysOf(chosenRange('2020-01-01', '2026-11-01') ?? { from: '', to: '' }), 366);
  assert.equal(chosenRange('2026-02-30', '2026-11-01'), null);
  assert.equal(chosenRange('x', '2026-11-01'), null);
});
