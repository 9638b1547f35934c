import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineError } from './errors.ts';
import { notRefused } from './refusals.ts';

const noGood = defineError('NO_GOOD', 400, 'No good', 'For this test.');

test('of a command by itself what came of it is given, and a refusal thrown', () => {
  assert.deepEqual(notRefused({ done: 1 }), { done: 1 });
  assert.throws(() => notRefused({ refused: noGood() }), /No good/);
  assert.throws(() => notRefused(undefined), /every command has an outcome/);
});
