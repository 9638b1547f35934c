import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOfNow } from './fresh-stake.ts';

test('what was chosen keeps its order, has the values of now, and loses what is gone', () => {
  const chosen = [
    { id: '3', cents: '300' },
    { id: '1', cents: '100' },
    { id: '2', cents: '200' },
  ];
  const known = [
    { id: '1', cents: '90' },
    { id: '9', cents: '900' },
    { id: '3', cents: '310' },
  ];
  assert.deepEqual(asOfNow(chosen, known), [
    { id: '3', cents: '310' },
    { id: '1', cents: '90' },
  ]);
});
