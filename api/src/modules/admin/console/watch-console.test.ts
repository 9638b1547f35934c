import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toId } from '../../../platform/ids.ts';
import type { OpenAlert } from '../../people/alerts/index.ts';
import { alertChanges } from './watch-console.ts';

const alert = (id: string, more: Partial<OpenAlert> = {}): OpenAlert => ({
  id: toId(id),
  kind: 'TEST',
  level: 'WARNING',
  title: 'A test',
  count: 1,
  isAcknowledged: false,
  ...more,
});

test('alerts that are as they were change nothing', () => {
  assert.equal(alertChanges([alert('1')], [alert('1')]), null);
  assert.equal(alertChanges([], []), null);
});

test('an alert is changed that is new, was raised again, got worse or was acknowledged', () => {
  const before = ['2', '3', '4', '5'].map((id) => alert(id));
  const [again, worse, known] = [
    alert('2', { count: 2 }),
    alert('3', { level: 'CRITICAL' }),
    alert('4', { isAcknowledged: true }),
  ];
  const now = [alert('6'), alert('5'), known, worse, again];
  assert.deepEqual(alertChanges(before, now), { open: 5, changed: [alert('6'), known, worse, again], resolved: [] });
});

test('an alert is resolved that is not open any more', () => {
  assert.deepEqual(alertChanges([alert('2'), alert('1')], [alert('2')]), { open: 1, changed: [], resolved: ['1'] });
});
