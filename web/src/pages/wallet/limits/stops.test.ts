import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyOf, EXCLUSIONS, endOf, PAUSES, type Stop } from './stops.ts';

test('a stop ends after whole days, or on the same day of a later month or its last', () => {
  const [day] = PAUSES as [Stop];
  const [halfYear, year] = EXCLUSIONS as [Stop, Stop];
  assert.equal(endOf(day, new Date('2026-11-17T12:00:00Z')).toISOString(), '2026-11-18T12:00:00.000Z');
  assert.equal(endOf(halfYear, new Date('2026-11-17T12:00:00Z')).toISOString(), '2027-05-17T12:00:00.000Z');
  assert.equal(endOf(halfYear, new Date('2026-08-31T12:00:00Z')).toISOString(), '2027-02-28T12:00:00.000Z');
  assert.deepEqual(bodyOf(day), { kind: 'PAUSE', days: 1, confirm: true });
  assert.deepEqual(bodyOf(year), { kind: 'EXCLUSION', months: 12, confirm: true });
});
