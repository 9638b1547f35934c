import assert from 'node:assert/strict';
import { test } from 'node:test';
import { besideBefore, changePercent } from './change.ts';
import { fullDay, shortDay } from './days.ts';
import { isOutside, type RtpRow, scaleOf } from './rtp-scale.ts';

const row = (change: Partial<RtpRow>): RtpRow => ({
  id: '1',
  name: 'Coroa',
  plays: 10,
  real: 90,
  low: 85,
  high: 95,
  theoretical: 91,
  ...change,
});

test('a figure changes against the one before, and against nothing it does not', () => {
  assert.equal(changePercent(110, 100), 10);
  assert.equal(changePercent(-50, -100), 50);
  assert.equal(changePercent(5, 0), null);
  assert.equal(changePercent(5, null), null);
});

test('days stand beside those of the range before, the first beside the first', () => {
  const days = [
    { date: '2026-11-15', cents: 3 },
    { date: '2026-11-16', cents: 4 },
  ];
  const before = [{ date: '2026-11-13', cents: 1 }];
  assert.deepEqual(
    besideBefore(days, before, ({ cents }) => cents),
    [
      { day: '2026-11-15', now: 3, before: 1, dayBefore: '2026-11-13' },
      { day: '2026-11-16', now: 4, before: null, dayBefore: null },
    ],
  );
});

test('a day is that day, whatever the clock of the device says', () => {
  assert.equal(shortDay('2026-11-01', 'pt-BR'), '01/11');
  assert.equal(fullDay('2026-11-01', 'pt-BR'), '01/11/2026');
});

test('one scale holds all rows, and what lies far out is at its end', () => {
  const { low, high, placeOf } = scaleOf([row({}), row({ low: 71, high: 230 })]);
  assert.deepEqual([low, high], [70, 200]);
  assert.deepEqual([placeOf(70), placeOf(135), placeOf(230)], [0, 50, 100]);
  assert.deepEqual(scaleOf([]).low, 80);
});

test('the theoretical value is a warning only outside of the interval', () => {
  assert.equal(isOutside(row({})), false);
  assert.equal(isOutside(row({ theoretical: 96 })), true);
  assert.equal(isOutside(row({ theoretical: 84 })), true);
  assert.equal(isOutside(row({ theoretical: null })), false);
});
