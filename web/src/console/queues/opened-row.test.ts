import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWhole, openedRowOf } from './opened-row.ts';

const row = { id: '7' };
const before = { key: '7', row };
const nothing = { seen: undefined, isGone: false, before: null };

test('a row that was pushed off the page stays open, as it was last seen', () => {
  assert.equal(openedRowOf('7', { ...nothing, before }), before);
});

test('a row stays until another one is opened, none is, or it is known to be gone', () => {
  assert.equal(openedRowOf('8', { ...nothing, before }), null);
  assert.equal(openedRowOf(null, { ...nothing, before, seen: row }), null);
  assert.equal(openedRowOf('7', { ...nothing, before, isGone: true }), null);
});

test('what is seen now is shown instead of what was seen before, and nothing that was never seen', () => {
  const newer = { id: '7' };
  assert.deepEqual(openedRowOf('7', { ...nothing, before, seen: newer })?.row === newer, true);
  assert.deepEqual(openedRowOf('8', { ...nothing, before, seen: { id: '8' } }), { key: '8', row: { id: '8' } });
  assert.equal(openedRowOf('7', nothing), null);
});

test('what has not changed is the same value, so that nothing is drawn anew for it', () => {
  assert.equal(openedRowOf('7', { ...nothing, before, seen: row }), before);
});

test('a list is whole that is shown from its start to its end', () => {
  assert.deepEqual([isWhole(3, 3, undefined), isWhole(20, 21, undefined), isWhole(3, 3, '40')], [true, false, false]);
});
