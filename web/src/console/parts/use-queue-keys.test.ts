import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextKeyOf } from './use-queue-keys.ts';

const KEYS = ['9', '8', '7'];

test('J and K move through the rows and stop at the ends', () => {
  for (const [pressed, from, to] of [
    ['j', null, '9'],
    ['j', '9', '8'],
    ['j', '7', '7'],
    ['k', '8', '9'],
    ['k', '9', '9'],
    ['k', null, '9'],
    ['x', '9', null],
  ] as const) {
    assert.equal(nextKeyOf(pressed, KEYS, from), to, `${pressed} at ${from}`);
  }
  assert.equal(nextKeyOf('j', [], null), null);
});

test('Enter opens the first row, and leaves none that is open, on this page or not any more', () => {
  assert.equal(nextKeyOf('enter', KEYS, null), '9');
  assert.equal(nextKeyOf('enter', KEYS, '8'), null);
  assert.equal(nextKeyOf('enter', KEYS, '3'), null);
  assert.equal(nextKeyOf('enter', [], null), null);
});
