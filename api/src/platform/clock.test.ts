import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixedClock, systemClock } from './clock.ts';

test('the system clock tells the time', () => {
  const beforeMs = Date.now();
  const nowMs = systemClock.now().getTime();
  assert.ok(nowMs >= beforeMs && nowMs <= Date.now());
});

test('a fixed clock moves only when told', () => {
  const clock = fixedClock('2026-11-15T12:00:00Z');
  assert.equal(clock.now().toISOString(), '2026-11-15T12:00:00.000Z');
  clock.advance(1_500);
  assert.equal(clock.now().toISOString(), '2026-11-15T12:00:01.500Z');
  clock.set(new Date('2018-11-04T03:00:00Z'));
  assert.equal(clock.now().toISOString(), '2018-11-04T03:00:00.000Z');
});

test('nobody who holds a moment of the clock can move it', () => {
  const clock = fixedClock('2026-11-15T12:00:00Z');
  clock.now().setFullYear(1999);
  assert.equal(clock.now().getFullYear(), 2026);
});

test('a moment that is none is refused', () => {
  assert.throws(() => fixedClock('tomorrow'), RangeError);
  assert.throws(() => fixedClock('2026-11-15T12:00:00Z').advance(Number.NaN), RangeError);
});
